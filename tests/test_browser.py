"""The web table in a real browser: whole games by clicks and by keyboard, people at two browsers, replays."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import threading
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("fastapi", reason="FastAPI is not installed: pip install '.[serve]'")
pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install '.[dev]'")
import uvicorn
from playwright.sync_api import sync_playwright

from warzoo.service.api import create

from .games import each_game
from .serving import FAST

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here: apt-get install chromium")

SHORT = {
    "battlecards": {"turn_cap": 4},
    "cards_of_war": {"length": "short"},
    "global_domination": {"players": 2, "game_turns": 3},
    "war_on_terror": {},
}
SEEN = 60_000  # milliseconds in which what is expected is seen: code may first have to be compiled
MOVES = ".moves:not([aria-busy]) [role=option]"
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def served():
    """A service on a port of its own, with its tables in reach."""
    app = create(":memory:", bounds=FAST)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield SimpleNamespace(address=f"http://127.0.0.1:{port}/", hall=app.state.hall)
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def chromium():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


class Visitor:
    """One browser at a service: what it is sent is kept, and nothing may go wrong in it."""

    def __init__(self, chromium, served, **how):
        self.served, self.faults, self.replies = served, [], []
        self.context = chromium.new_context(**{"viewport": DESK, **how})
        self.context.set_default_timeout(SEEN)
        self.page = self.context.new_page()
        self.page.on("console", lambda said: said.type in ("error", "warning") and self.faults.append(said.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("response", lambda reply: self.replies.append(reply))

    def leave(self):
        assert not self.faults
        foreign = [reply.url for reply in self.replies if not reply.url.startswith((self.served.address, "blob:"))]
        assert not foreign
        self.context.close()

    def begin(self, game, options, *seats, seed=1):
        """Makes a table in the lobby."""
        page = self.page
        page.goto(self.served.address)
        page.get_by_role("radio", name=game.title).check()
        page.locator("#option-players, .fields .about").first.wait_for()
        for name, value in options.items():
            field = page.locator(f"#option-{name}")
            field.select_option(str(value)) if field.evaluate("e => e.tagName") == "SELECT" else field.fill(str(value))
        page.locator(f"#seat-{options.get('players', game.settings().players) - 1}").wait_for()
        for seat, who in enumerate(seats):
            page.locator(f"#seat-{seat}").select_option(who)
        page.locator("summary", has_text="Seed").click()
        page.locator("#seed").fill(str(seed))
        page.get_by_role("button", name="Start the game").click()
        page.locator(".picture svg").wait_for()

    @property
    def room(self):
        return self.served.hall.rooms[re.search(r"[#&](?:table|watch)=([\w-]+)", self.page.url)[1]]

    @property
    def over(self):
        return self.page.locator(".end h2").is_visible()

    def ready(self):
        """Waits until this seat is to act or the game is over, and the picture shows it."""
        self.page.locator(f".table:has(.picture:not([aria-busy])) :is({MOVES}, .end h2)").first.wait_for()

    def play(self, luck):
        """A move by a click: in the picture, there on what stands for several and then in the list, or in the list."""
        parts = self.page.locator(".picture .move:has(text)")
        moves = self.page.locator(MOVES)
        if parts.count() and luck.random() < 0.5:
            part = parts.nth(luck.randrange(parts.count()))
            several = " " in part.get_attribute("data-moves")
            part.click()
            if several:
                moves.last.click()
        else:
            moves.nth(luck.randrange(moves.count())).click()
        self.ready()


@pytest.fixture
def visit(chromium, served):
    """Browsers, which are closed in the end."""
    visitors = []

    def come(**how):
        visitors.append(Visitor(chromium, served, **how))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()


def fits(page):
    """The page itself is not wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def whole_game(visitor, game, options):
    visitor.begin(game, options, "human", "heuristic")
    luck, made = random.Random(1), 0
    visitor.ready()
    while not visitor.over:
        visitor.play(luck)
        assert visitor.room.made > made
        made = visitor.room.made
        if made in range(6, 12):  # in mid-game: once or a few times
            before = visitor.page.locator(".picture").text_content()
            visitor.page.reload()
            visitor.ready()
            assert visitor.page.locator(".picture").text_content() == before
    assert visitor.room.table.over
    paid = visitor.page.locator(".end dd").all_inner_texts()
    assert [float(one) for one in paid] == pytest.approx(visitor.room.table.transcript.result(), abs=0.01)
    return made


@each_game
def test_a_whole_game_is_played_by_clicks(game, visit):
    visitor = visit()
    made = whole_game(visitor, game, SHORT[game.name])
    page = visitor.page
    page.get_by_role("link", name="Replay").last.click()
    page.locator(".steps li").first.wait_for()
    assert page.locator(".steps li").count() == 1 + made


@pytest.mark.soak
@each_game
def test_a_game_as_it_is_by_default_is_played_by_clicks(game, visit):
    whole_game(visit(), game, {})


@each_game
def test_a_phone_shows_all_in_either_colour(game, visit):
    visitor = visit(viewport=PHONE, color_scheme="dark", has_touch=True)
    page = visitor.page
    page.goto(visitor.served.address)
    page.locator(".game").first.wait_for()
    assert fits(page)
    visitor.begin(game, SHORT[game.name], "human", "greedy")
    visitor.ready()
    assert fits(page)
    background = page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor")
    paper = page.locator(".picture rect").first.get_attribute("fill")
    page.get_by_label("Colours").select_option("light")
    page.locator(f".picture svg > rect:not([fill='{paper}'])").first.wait_for()
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") != background
    page.reload()
    page.locator(f".picture svg > rect:not([fill='{paper}'])").first.wait_for()
    page.emulate_media(color_scheme="light")
    page.get_by_label("Colours").select_option("")
    page.emulate_media(color_scheme="dark")
    page.locator(f".picture svg > rect[fill='{paper}']").first.wait_for()


def test_every_move_is_in_reach_of_the_keyboard(visit):
    visitor = visit()
    page, keys = visitor.page, visitor.page.keyboard
    from warzoo.envs import cards_of_war

    visitor.begin(cards_of_war.GAME, {"length": "short"}, "human", "greedy")
    visitor.ready()

    def chosen():
        return page.locator("[role=option][aria-selected=true]").get_attribute("data-action")

    def played(press):
        made, action = visitor.room.made, int(chosen())
        press()
        visitor.ready()
        assert visitor.room.table.transcript.actions[made] == action

    words = page.locator(f"{MOVES} .words").nth(4).inner_text()
    keys.press("/")
    keys.type(words)
    assert page.locator("[role=option]").first.inner_text().endswith(words)
    played(lambda: keys.press("Enter"))
    page.locator("[role=listbox]").focus()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    second = page.locator(MOVES).nth(1).get_attribute("data-action")
    assert chosen() == second
    assert page.locator("[role=listbox]").get_attribute("aria-activedescendant").endswith(f"-{second}")
    played(lambda: keys.press("Enter"))
    page.locator("h1").click()
    third = page.locator(MOVES).nth(2).get_attribute("data-action")
    keys.press("3")
    assert chosen() == third
    played(lambda: keys.press("Enter"))
    made = visitor.room.made
    keys.press("/")
    keys.type("no such move")
    keys.press("Enter")
    assert page.get_by_text("No move is like that.").is_visible() and visitor.room.made == made
    keys.press("Escape")
    assert page.locator(MOVES).count() > 1


@pytest.fixture
def slow(served, monkeypatch):
    """Opponents take a while."""
    quick = served.hall.minds.move

    async def move(bot, states):
        await asyncio.sleep(0.3)
        return await quick(bot, states)

    monkeypatch.setattr(served.hall.minds, "move", move)
    monkeypatch.setattr(served.hall, "bounds", FAST.model_copy(update={"patience": 0.0}))


def test_keys_go_to_the_moves_again_after_an_opponents(visit, slow):
    from warzoo.envs import cards_of_war

    visitor = visit()
    page = visitor.page
    visitor.begin(cards_of_war.GAME, {"length": "short"}, "human", "greedy")
    for _ in range(2):
        page.locator("[role=listbox]:focus").wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.get_by_text("Waiting for").wait_for()


def test_screen_readers_are_told_what_is_what(visit):
    from warzoo.envs import war_on_terror

    visitor = visit()
    page = visitor.page
    visitor.begin(war_on_terror.GAME, {}, "human", "greedy")
    visitor.ready()
    view = visitor.room.view(0)["view"]
    assert page.get_by_role("img").get_attribute("aria-label") == f"War on Terror: {view['situation']}"
    assert page.get_by_role("listbox", name=re.compile("Your move")).is_visible()
    options = page.get_by_role("listbox").get_by_role("option")
    assert [one.split("\n")[-1] for one in options.all_inner_texts()] == [move["words"] for move in view["moves"]]
    assert page.get_by_role("status").first.inner_text() == "Your turn"
    options.first.click()
    visitor.ready()
    told = page.locator("[aria-live=polite] li").all_inner_texts()
    assert told == visitor.room.view(0)["view"]["happened"] and told


def test_a_hint_names_a_move_and_how_likely_it_is(visit):
    from warzoo.envs import war_on_terror

    visitor = visit()
    visitor.begin(war_on_terror.GAME, {}, "human", "greedy")
    visitor.ready()
    visitor.page.get_by_role("button", name="Hint").click()
    visitor.page.locator(".advised .chance", has_text="%").wait_for()
    words = visitor.page.locator(".advised .words").inner_text()
    assert visitor.page.locator(".advice").inner_text() == f"standard would: {words}"


def hidden(room, seat, seen):
    """The cards in the other's hand that this seat has never seen, whatever a card of the same name did."""
    table = room.view(None)["view"]["table"]
    players = table["players"]
    hand = set(players[f"player_{1 - seat}"].pop("hand"))
    seen.update(re.findall(r'"([^"]+)"', json.dumps(table)))
    return hand - seen


def test_two_people_play_and_neither_is_sent_the_others_hand(visit):
    from warzoo.envs import cards_of_war

    one, other = visit(), visit()
    one.begin(cards_of_war.GAME, {"length": "short"}, "human", "human")
    link = one.page.get_by_label("The link of player_1").input_value()
    token = re.search("token=([^&]+)", link)[1]
    other.page.goto(link)
    other.page.locator(".picture svg").wait_for()
    assert token not in other.page.url and "token" not in other.page.url
    people, room, luck = (one, other), one.room, random.Random(3)
    sent, seen, secrets = ["", ""], (set(), set()), (set(), set())

    def hear():
        for seat, visitor in enumerate(people):
            while visitor.replies:
                reply = visitor.replies.pop()
                assert token not in reply.url
                sent[seat] += reply.text()

    while not room.table.over:
        hear()
        for seat, visitor in enumerate(people):
            cards, shown = hidden(room, seat, seen[seat]), visitor.page.content()
            assert not [card for card in cards if card in sent[seat] or card in shown]
            secrets[seat].update(cards)
        turn, made = room.table.turn, room.made
        people[turn].ready()
        people[turn].page.locator(MOVES).nth(luck.randrange(3)).click()
        while room.made == made:
            time.sleep(0.01)
    for visitor in people:
        visitor.page.locator(".end h2").wait_for()
    hear()
    for seat in range(2):
        assert len(secrets[seat]) > 10
        assert all(card in sent[1 - seat] for card in secrets[seat]), "the one who holds it sees it"


def test_opponents_play_each_other_at_the_speed_of_a_slider(visit):
    from warzoo.envs import war_on_terror

    visitor = visit()
    page = visitor.page
    visitor.begin(war_on_terror.GAME, {}, "heuristic", "greedy")
    page.locator("#speed").fill("5")
    assert page.locator("[for=speed] + #speed + output").inner_text() == "16 a second"
    last = len(visitor.room.table.transcript.actions)
    page.get_by_text(f"{last} of {last}").wait_for()
    page.get_by_role("button", name="Play").wait_for()


def test_a_game_of_slow_opponents_is_shown_while_it_grows(visit, slow):
    from warzoo.envs import war_on_terror

    visitor = visit()
    visitor.begin(war_on_terror.GAME, {}, "greedy", "greedy")
    slider = visitor.page.locator("#step")
    first = int(slider.get_attribute("max"))
    visitor.page.locator(f"#step:not([max='{first}'])").wait_for()
    assert not visitor.room.table.over or int(slider.get_attribute("max")) > first


def test_a_transcript_is_replayed_from_a_file(visit, tmp_path):
    from warzoo.envs import cards_of_war
    from warzoo.service.table import Company

    game = cards_of_war.GAME
    company = Company(game, game.settings(length="short"), ["heuristic", "greedy"], seed=5)
    company.play_on()
    file, wrong = tmp_path / "game.txt", tmp_path / "wrong.txt"
    file.write_text(company.transcript.write())
    wrong.write_text("a letter")
    visitor = visit()
    page = visitor.page
    page.goto(f"{visitor.served.address}#replay")
    page.set_input_files("#file", wrong)
    page.get_by_role("alert").get_by_text("This is no replay").wait_for()
    visitor.faults.clear()  # the browser says by itself that it was refused
    page.set_input_files("#file", [])  # broken off
    empty = tmp_path / "empty.txt"
    empty.touch()
    page.set_input_files("#file", empty)
    page.get_by_role("alert").get_by_text("This is no replay").wait_for()
    visitor.faults.clear()
    page.set_input_files("#file", file)
    steps = list(company.transcript.told())
    page.locator("#step").fill("7")
    page.locator(".turn", has_text=steps[7]).wait_for()
    assert page.locator(".situation").inner_text() == "player_0, heuristic · player_1, greedy"
    page.get_by_role("button", name="One move on").click()
    assert page.locator("[aria-current=step]").inner_text() == steps[8]
    page.locator("#step").focus()
    page.keyboard.press("End")
    page.get_by_role("img", name=f"After move {len(steps) - 1}: {steps[-1]}").wait_for()
    paid = "player_0, heuristic: {:g} · player_1, greedy: {:g}".format(*company.transcript.result())
    assert page.locator(".situation").inner_text() == paid
    assert page.locator(".picture text", has_text=game.text.situation(company.states[0])[:20]).count()


def test_what_goes_wrong_is_said_in_a_sentence(visit):
    visitor = visit()
    page = visitor.page
    page.goto(f"{visitor.served.address}#table=nowhere&seat=player_0")
    assert page.get_by_role("alert").inner_text() == (
        "This browser has no seat at this table: open the link of your invitation."
    )
    page.goto(f"{visitor.served.address}#watch=nowhere")
    page.get_by_text("There is no table nowhere.").wait_for()
    visitor.faults.clear()


def refused(visitor):
    """What its browser noted of refusals, which are meant here."""
    noted = [words for words in visitor.faults if words.startswith("Failed to load resource")]
    visitor.faults[:] = [words for words in visitor.faults if words not in noted]
    return noted


def test_two_pages_of_one_seat_show_the_same(visit):
    from warzoo.envs import cards_of_war

    visitor = visit()
    visitor.begin(cards_of_war.GAME, {"length": "short"}, "human", "greedy")
    visitor.ready()
    other = visitor.context.new_page()
    other.goto(visitor.page.url)
    other.locator(MOVES).first.wait_for()
    for page, beside in ((visitor.page, other), (other, visitor.page)):
        before = beside.locator(".picture").text_content()
        page.locator(MOVES).first.click()
        beside.wait_for_function("before => document.querySelector('.picture').textContent !== before", arg=before)
        beside.locator(MOVES).first.wait_for()


def test_pages_go_on_by_themselves_once_the_service_answers_again(visit, served, monkeypatch):
    from warzoo.envs import cards_of_war

    quick, well = served.hall.minds.move, threading.Event()

    async def waiting(bot, states):
        while not well.is_set():
            await asyncio.sleep(0.01)
        return await quick(bot, states)

    monkeypatch.setattr(served.hall.minds, "move", waiting)
    monkeypatch.setattr(served.hall, "bounds", FAST.model_copy(update={"patience": 0.0}))
    people = {visit(): ("human", "**/view?after=*"), visit(): ("greedy", "**/transcript")}
    silence = "The service does not answer."
    for visitor, (who, asked) in people.items():
        visitor.begin(cards_of_war.GAME, {"length": "short"}, who, "greedy")
        visitor.context.route(asked, lambda route: route.abort())
    player, onlooker = people
    player.page.reload()
    for visitor, (_, asked) in people.items():
        visitor.page.get_by_text(silence).wait_for()
        visitor.context.unroute(asked)
        visitor.page.get_by_text(silence).wait_for(state="hidden")
        assert refused(visitor)
    well.set()
    player.ready()
    onlooker.page.locator("#step:not([max='0'])").wait_for()


def test_an_invitation_is_for_the_seat_whose_token_it_is_and_takes_no_other_away(visit):
    from warzoo.envs import cards_of_war

    one, other = visit(), visit()
    one.begin(cards_of_war.GAME, {"length": "short"}, "human", "human")
    link = one.page.get_by_label("The link of player_1").input_value()
    other.page.goto(link.replace("seat=player_1", "seat=player_0"))
    other.page.get_by_text("You are player_1.").wait_for()
    seat = one.page.url
    one.page.goto(f"{seat}&token=wrong")
    one.page.get_by_text("not of a seat").wait_for()
    one.page.goto(seat)
    one.page.get_by_text("You are player_0.").wait_for()
    one.page.locator(".picture svg").wait_for()
    assert len(refused(one)) == 1


def test_no_game_begins_before_its_seats_are_there(visit):
    visitor = visit()
    page, held = visitor.page, []
    page.goto(visitor.served.address)
    page.locator("#seat-1").wait_for()
    page.route("**/opponents?game=war_on_terror", lambda route: held.append(route))
    with page.expect_request("**/opponents?game=war_on_terror"):
        page.get_by_role("radio", name="War on Terror").check()
    start = page.get_by_role("button", name="Start the game")
    assert start.is_disabled() and not page.locator("#seat-0").count()
    held[0].continue_()
    page.locator("#seat-1").wait_for()
    assert start.is_enabled()
