// A new table: game, options, who sits where; and the tables that this browser plays at.
import { el } from "./dom.js";
import { address, ask, memory, tables } from "./service.js";

const HUMAN = "human", A_PERSON = "a person";
const FAVOURITE = "zoo:standard";
const FIRST = "cards_of_war"; // the game with the shortest rules

export async function lobby(page, signal) {
  document.title = "warzoo: games";
  const games = await ask("games", { signal });
  const names = Object.keys(games);
  const kept = memory.get("lobby", {}); // {game, of: {game: {options, seats}}}
  let game = [kept.game, FIRST, ...names].find((name) => names.includes(name));
  let form, seating;

  const options = el("div", { class: "options" });
  const seats = el("div", { class: "seats" });
  const seed = el("input", { id: "seed", inputmode: "numeric", pattern: "[0-9]*", maxlength: "15", autocomplete: "off" });
  const start = el("button", { class: "main" }, "Start the game");
  const said = el("p", { class: "wrong", role: "alert" });
  const choices = names.map((name) => choice(name, games[name], name === game, () => choose(name)));
  const more = el("details", {}, el("summary", {}, "Seed"),
    el("label", { for: "seed" }, "A number, from which the same cards are dealt again; nothing: luck "), seed);

  async function choose(name) {
    game = name;
    seating = null;
    seats.replaceChildren();
    start.disabled = true;
    form = new Options(games[name].options, kept.of?.[name]?.options ?? {}, () => seating?.count(form.players));
    options.replaceChildren(form.place);
    const offered = await ask(`opponents?game=${name}`, { signal });
    if (game !== name) return;
    seating = new Seats(offered, kept.of?.[name]?.seats ?? []);
    seating.count(form.players);
    seats.replaceChildren(seating.place);
    start.disabled = false;
  }

  async function begin(event) {
    event.preventDefault();
    const wanted = { game, options: form.value(), seats: seating.value() };
    memory.set("lobby", { game, of: { ...kept.of, [game]: wanted } });
    if (seed.value) wanted.seed = Number(seed.value);
    start.disabled = true;
    start.textContent = "The cards are dealt: the first game takes a moment …";
    said.textContent = "";
    try {
      const made = await ask("tables", { body: wanted, signal });
      const [mine] = Object.keys(made.tokens);
      if (mine) {
        tables.keep(made.table, { title: games[game].title, begun: Date.now(), mine, tokens: made.tokens });
        location.hash = address({ table: made.table, seat: mine });
      } else location.hash = address({ watch: made.table });
    } catch (error) {
      if (signal.aborted) return;
      said.textContent = error.message;
      start.disabled = false;
      start.textContent = "Start the game";
    }
  }

  await choose(game);
  page.className = "lobby";
  page.replaceChildren(
    el("h1", {}, "A new table"),
    el("form", { onsubmit: begin },
      el("fieldset", { class: "games" }, el("legend", {}, "Game"), choices),
      el("div", { class: "columns" },
        el("fieldset", {}, el("legend", {}, "Seats"), seats),
        el("fieldset", {}, el("legend", {}, "Options"), options, more)),
      said, start),
    ...unfinished());
}

function choice(name, game, checked, chosen) {
  return el("label", { class: "game" },
    el("input", { type: "radio", name: "game", value: name, ".checked": checked, onchange: chosen }),
    el("strong", {}, game.title), el("span", { class: "about" }, game.about));
}

/** The tables that this browser holds a seat at. */
function unfinished() {
  const rows = Object.entries(tables.all()).sort(([, a], [, b]) => b.begun - a.begun);
  if (!rows.length) return [];
  const list = el("ul", { class: "tables" }, rows.map(([table, one]) => {
    const row = el("li", {},
      el("a", { href: address({ table, seat: one.mine }) }, `${one.title}, ${one.mine}`),
      el("time", { datetime: new Date(one.begun).toISOString() }, new Date(one.begun).toLocaleString()),
      el("button", { type: "button", onclick: () => { tables.forget(table); row.remove(); } }, "Forget"));
    return row;
  }));
  return [el("h2", {}, "Your tables"), list];
}

/** The fields of a game's options, from their JSON schema. */
class Options {
  constructor(schema, kept, changed) {
    this.readers = {};
    this.defaults = {};
    this.place = el("div", { class: "fields", onchange: changed });
    for (const [name, field] of Object.entries(schema.properties)) {
      this.defaults[name] = field.default;
      if (field.const !== undefined) continue;
      const id = `option-${name}`;
      const value = kept[name] ?? field.default;
      const make = { array: several, boolean: flag }[field.type] ?? (field.enum ? one : number);
      const [read, ...parts] = make(id, titled(field.title), field, value);
      this.readers[name] = read;
      this.place.append(el("div", { class: "field" }, parts, el("p", { class: "about", id: `${id}-about` }, field.description)));
    }
    if (!this.place.children.length) this.place.append(el("p", { class: "about" }, "This game has none."));
  }

  get players() {
    return this.readers.players ? this.readers.players() : this.defaults.players;
  }

  /** What departs from the defaults. */
  value() {
    const given = Object.entries(this.readers).map(([name, read]) => [name, read()]);
    return Object.fromEntries(given.filter(([name, value]) => String(value) !== String(this.defaults[name])));
  }
}

function one(id, title, field, value) {
  const select = el("select", { id, "aria-describedby": `${id}-about` },
    field.enum.map((choice) => el("option", { value: choice, ".selected": choice === value }, plain(String(choice)))));
  return [() => field.enum[select.selectedIndex], el("label", { for: id }, title), select];
}

function flag(id, title, field, value) {
  const box = el("input", { id, type: "checkbox", ".checked": value, "aria-describedby": `${id}-about` });
  return [() => box.checked, el("label", { class: "check" }, box, title)];
}

function several(id, title, field, value) {
  const boxes = field.items.enum.map((choice) =>
    el("input", { type: "checkbox", value: choice, ".checked": value.includes(choice) }));
  const labels = boxes.map((box) => el("label", { class: "check" }, box, plain(box.value)));
  const read = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const count = el("span", { class: "about" });
  const told = () => { count.textContent = read().length ? ` ${read().length} chosen` : " none chosen"; };
  told();
  return [read, el("details", { onchange: told }, el("summary", {}, title, count), el("div", { class: "boxes" }, labels))];
}

function number(id, title, field, value) {
  const input = el("input", {
    id, type: "number", min: field.minimum, max: field.maximum, required: true, ".value": value, "aria-describedby": `${id}-about`,
  });
  return [() => input.valueAsNumber, el("label", { for: id }, title), input];
}

/** Who sits where. */
class Seats {
  constructor(offered, kept) {
    this.offered = { [HUMAN]: A_PERSON, ...offered };
    this.kept = kept;
    this.selects = [];
    this.about = el("p", { class: "about", role: "status" });
    this.list = el("div", { class: "fields", onchange: () => this.tell() });
    this.place = el("div", {}, this.list, this.about);
  }

  count(players) {
    while (this.selects.length > players) this.selects.pop().closest(".field").remove();
    while (this.selects.length < players) this.add(this.selects.length);
    this.tell();
  }

  add(seat) {
    const otherwise = seat === 0 ? HUMAN : FAVOURITE in this.offered ? FAVOURITE : Object.keys(this.offered).at(-1);
    const chosen = this.kept[seat] in this.offered ? this.kept[seat] : otherwise;
    const select = el("select", { id: `seat-${seat}` }, Object.entries(this.offered).map(([name, about]) =>
      el("option", { value: name, ".selected": name === chosen, title: about }, called(name))));
    const about = el("p", { class: "about", id: `seat-${seat}-about` });
    select.setAttribute("aria-describedby", about.id);
    this.selects.push(select);
    this.list.append(el("div", { class: "field" }, el("label", { for: select.id }, `player_${seat}`), select, about));
  }

  tell() {
    const people = this.selects.filter((select) => select.value === HUMAN);
    for (const select of this.selects) {
      const about = select.closest(".field").querySelector(".about");
      if (select.value !== HUMAN) about.textContent = this.offered[select.value];
      else about.textContent = select === people[0] ? "you" : "gets a link from you";
    }
    this.about.textContent = people.length ? "" : "Nobody plays: you look on, with all hands open.";
  }

  value() {
    return this.selects.map((select) => select.value);
  }
}

/** Who plays, by a plain name. */
export function called(name) {
  const guided = name.replace(/^zoo:/, "").replace(/\+mcts:(\d+)$/, ", looking ahead $1 times");
  return name === HUMAN ? A_PERSON : plain(guided.replace(/^mcts:(\d+)$/, "tree search, $1 playouts"));
}

/** Words of a schema as a label. */
function titled(words) {
  return words.charAt(0) + words.slice(1).toLowerCase();
}

function plain(name) {
  return name.replaceAll("_", " ").toLowerCase().replace(/^e(\d)$/, "E$1");
}
