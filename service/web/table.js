// A seat at a table: its picture, its moves, what happened, and the end.
import { el, pause, save } from "./dom.js";
import { called } from "./lobby.js";
import { Moves } from "./moves.js";
import { movesOf, Picture } from "./picture.js";
import { address, ask, passing, tables } from "./service.js";

const WAIT = 25; // seconds that one question waits for news
const AGAIN = 2000; // milliseconds until what failed is asked again

export async function table(page, where, signal) {
  const name = where.get("table");
  const invitation = where.get("token");
  const seat = invitation ? await invited(name, invitation, signal) : where.get("seat") ?? tables.get(name)?.mine;
  const kept = tables.get(name);
  const token = kept?.tokens[seat];
  if (!token) throw new Error("This browser has no seat at this table: open the link of your invitation.");
  await new Seat(name, seat, token, kept, signal).sit(page);
}

/** Keeps an invitation, once the service has said which seat it is for, and takes it out of the address. */
async function invited(name, token, signal) {
  const { view: { seat } } = await ask(`${pathOf(name)}/view`, { token, signal });
  const before = tables.get(name) ?? { title: "A table", begun: Date.now(), tokens: {} };
  tables.keep(name, { ...before, mine: seat, tokens: { ...before.tokens, [seat]: token } });
  history.replaceState(null, "", address({ table: name, seat }));
  return seat;
}

function pathOf(name) {
  return `tables/${encodeURIComponent(name)}`;
}

class Seat {
  constructor(name, seat, token, kept, signal) {
    Object.assign(this, { name, seat, token, kept, signal, made: -1, view: null });
    this.path = pathOf(name);
    this.title = el("h1", {}, kept.title);
    this.turn = el("p", { class: "turn", role: "status" });
    this.situation = el("p", { class: "situation" }, `You are ${seat}.`);
    this.said = el("p", { class: "wrong", role: "alert" });
    this.picture = new Picture((columns, dark) => this.ask(`picture?columns=${columns}&dark=${dark}`), signal);
    this.under = el("p", { class: "under", "aria-hidden": "true" });
    this.moves = new Moves((action) => this.play(action), (action) => this.picture.mark(action), signal);
    this.hintButton = el("button", { type: "button", onclick: () => this.hint() }, "Hint");
    this.advice = el("p", { class: "advice", role: "status" });
    this.happened = el("ol", { "aria-live": "polite", "aria-relevant": "additions" });
    this.end = el("div", { class: "end", hidden: true });
  }

  async sit(page) {
    page.className = "table";
    page.replaceChildren(
      el("div", { class: "head" }, this.title, this.turn, this.situation, this.said),
      el("div", { class: "board" }, this.picture.frame, this.under),
      el("div", { class: "side" },
        el("div", { class: "act" }, this.end, this.moves.place, el("div", { class: "row hint" }, this.hintButton, this.advice)),
        el("aside", {},
          el("section", { "aria-labelledby": "happened" }, el("h2", { id: "happened" }, "What happened"), this.happened),
          this.invitations())));
    this.picture.frame.addEventListener("click", (event) => this.touch(event));
    this.picture.frame.addEventListener("pointerover", (event) => this.point(event));
    this.show(await this.ask("view"));
    this.listen();
  }

  ask(what, body) {
    return ask(`${this.path}/${what}`, { token: this.token, body, signal: this.signal });
  }

  /** Shows whatever comes, also what another page of this seat does, until the game is over. */
  async listen() {
    let wait = WAIT;
    while (this.view.acting !== null && !this.signal.aborted) {
      try {
        const seen = await this.ask(`view?after=${this.made}&wait=${wait}`);
        if (wait === 0) this.again();
        wait = WAIT;
        this.show(seen);
      } catch (error) {
        this.wrong(error);
        if (!passing(error)) return;
        wait = 0;
        await pause(AGAIN, this.signal);
      }
    }
  }

  /** The service answers again. */
  again() {
    this.said.textContent = "";
    this.picture.redraw();
  }

  show({ made, seats, view }) {
    if (made <= this.made) return;
    Object.assign(this, { made, seats, view });
    this.tell();
    this.recount(view.happened);
    this.moves.show(view.moves);
    if (document.activeElement === document.body) this.moves.list.focus({ preventScroll: true });
    this.hintButton.hidden = view.moves.length < 2;
    this.advice.textContent = this.under.textContent = "";
    if (view.result) this.finish(view.result);
    this.picture.show(`${this.kept.title}: ${view.situation}`).catch((error) => this.wrong(error));
  }

  /** Where the game stands and whose turn it is. */
  tell() {
    const { view } = this;
    if (this.kept.title === "A table") this.name_it(view.game);
    const mine = view.acting === this.seat;
    const who = view.acting && `${view.acting}, ${called(this.seats[view.acting])}`;
    this.turn.textContent = view.acting === null ? verdict(view.result, this.seat) : mine ? "Your turn" : `Waiting for ${who}`;
    this.turn.classList.toggle("mine", mine);
    document.title = `${mine ? "Your turn: " : ""}${this.kept.title}`;
  }

  async name_it(game) {
    const games = await ask("games", { signal: this.signal });
    this.kept = { ...this.kept, title: games[game].title };
    tables.keep(this.name, this.kept);
    this.title.textContent = this.kept.title;
  }

  /** Sentences that are there already stay, so that a screen reader says the new ones alone. */
  recount(sentences) {
    const there = [...this.happened.children].map((item) => item.textContent);
    const goesOn = there.every((words, index) => words === sentences[index]);
    if (!goesOn) this.happened.replaceChildren();
    this.happened.append(...sentences.slice(goesOn ? there.length : 0).map((words) => el("li", {}, words)));
    this.happened.scrollTop = this.happened.scrollHeight;
  }

  async play(action) {
    this.moves.hold(true);
    this.said.textContent = "";
    try {
      this.show(await this.ask("act", { move: action, made: this.made }));
    } catch (error) {
      this.wrong(error);
      if (error.status === 409) await this.ask("view").then((seen) => this.show(seen), (failed) => this.wrong(failed));
    }
    this.moves.hold(false);
  }

  wrong(error) {
    if (!this.signal.aborted) this.said.textContent = error.message;
  }

  /** A part of the picture that stands for one move plays it; a finger, or one of several, leads to the list.
   * Of a narrowed list it leaves what both stand for: first a card, then where it goes. */
  touch(event) {
    const meant = this.meant(event).map((move) => move.action);
    const both = meant.filter((action) => this.moves.only?.includes(action));
    const moves = both.length ? both : meant;
    if (moves.length === 1 && event.pointerType === "mouse") this.moves.take(moves[0]);
    else if (moves.length) this.moves.narrow(moves);
  }

  point(event) {
    const moves = this.meant(event);
    this.under.textContent = moves.length > 1 ? `${moves.length} moves: click to choose` : moves[0]?.words ?? "";
  }

  meant(event) {
    const part = event.target.closest(".move");
    return part ? this.view.moves.filter((move) => movesOf(part).includes(move.action)) : [];
  }

  async hint() {
    this.advice.textContent = "Thinking …";
    try {
      const offered = Object.keys(await ask(`opponents?game=${this.view.game}`, { signal: this.signal }));
      const adviser = offered.find((name) => name === "zoo:standard") ?? offered.at(-1);
      const { move, words, probabilities } = await this.ask(`hint?opponent=${adviser}`);
      this.moves.advise(probabilities, move);
      this.picture.mark(move);
      this.advice.textContent = `${called(adviser)} would: ${words}`;
    } catch (error) {
      this.advice.textContent = "";
      this.wrong(error);
    }
  }

  finish(result) {
    this.end.hidden = false;
    this.end.replaceChildren(
      el("h2", {}, verdict(result, this.seat)),
      el("dl", {}, Object.entries(result).flatMap(([seat, paid]) => [el("dt", {}, seat), el("dd", {}, String(Math.round(100 * paid) / 100))])),
      el("div", { class: "row" },
        el("a", { class: "main", href: address({ replay: this.name }) }, "Replay"),
        el("button", { type: "button", onclick: () => this.keep() }, "Save the transcript"),
        el("a", { href: "#" }, "Another game")));
  }

  async keep() {
    try {
      save(`${this.view.game}.txt`, await ask(`${this.path}/transcript`, { signal: this.signal }));
    } catch (error) {
      this.wrong(error);
    }
  }

  /** Links for the other people; their tokens are in the fragment, which no server is sent. */
  invitations() {
    const others = Object.entries(this.kept.tokens).filter(([seat]) => seat !== this.seat && this.kept.mine === this.seat);
    if (!others.length) return null;
    return el("section", { "aria-labelledby": "invite" }, el("h2", { id: "invite" }, "Invite"),
      others.map(([seat, token]) => {
        const link = new URL(address({ table: this.name, seat, token }), location.href.split("#")[0]).href;
        const field = el("input", { readonly: true, ".value": link, "aria-label": `The link of ${seat}`, onfocus: () => field.select() });
        const copy = el("button", { type: "button", onclick: async () => {
          field.select();
          await navigator.clipboard?.writeText(link).then(() => { copy.textContent = "Copied"; }, () => {});
        } }, "Copy");
        return el("div", { class: "invitation" }, el("span", {}, seat), field, copy);
      }),
      el("p", { class: "about" }, "Whoever has a link plays that seat and sees its hand."));
  }
}

/** How it ended for this seat. */
function verdict(result, seat) {
  if (!result) return "The game was broken off";
  const best = Math.max(...Object.values(result));
  const winners = Object.keys(result).filter((name) => result[name] === best);
  if (winners.length === Object.keys(result).length) return "The game is drawn";
  if (!winners.includes(seat)) return "You have lost";
  return winners.length > 1 ? `You have won, as has ${winners.filter((name) => name !== seat).join(", ")}` : "You have won";
}
