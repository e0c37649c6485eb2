// The moves of a seat as a list that is searched, by keyboard or by hand.
import { el } from "./dom.js";

const MANY = 8; // moves that are worth a search where there is little room
let lists = 0;

export class Moves {
  /** `play(action)` is called for the move that is chosen, `look(action)` for the one that is looked at. */
  constructor(play, look, signal) {
    this.play = play;
    this.look = look;
    this.all = [];
    this.only = null; // the moves of an element of the picture
    this.active = null;
    this.busy = true;
    const id = `moves-${++lists}`;
    this.title = el("h2", { id: `${id}-title` }, "Your move");
    this.search = el("input", {
      type: "search", class: "search", placeholder: "Search, or type a number", autocomplete: "off", spellcheck: "false",
      role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-label": "Search the moves",
      "aria-keyshortcuts": "/", oninput: () => this.draw(true),
    });
    this.chip = el("button", { type: "button", class: "chip", hidden: true, onclick: () => this.narrow(null) });
    this.list = el("ul", { id, role: "listbox", tabindex: "0", "aria-labelledby": `${id}-title` });
    this.none = el("p", { class: "none", hidden: true }, "No move is like that.");
    this.place = el("section", { class: "moves", "aria-labelledby": `${id}-title` },
      el("div", { class: "row" }, this.title, this.chip), this.search, this.list, this.none);
    this.place.addEventListener("keydown", (event) => this.key(event), { signal });
    document.addEventListener("keydown", (event) => this.shortcut(event), { signal });
  }

  /** Shows the moves of a position; without any the list is not there. */
  show(moves) {
    this.all = moves.map((move, index) => ({ ...move, number: index + 1 }));
    this.only = null;
    this.search.value = "";
    this.busy = false;
    this.place.hidden = moves.length === 0;
    this.place.classList.toggle("many", moves.length > MANY);
    this.draw(false);
  }

  /** Nothing is chosen while a move is under way. */
  hold(busy) {
    this.busy = busy;
    this.place.toggleAttribute("aria-busy", busy);
  }

  /** Only these moves, until another choice: those that a part of the picture stands for. */
  narrow(actions) {
    this.only = actions;
    this.search.value = "";
    this.draw(true);
    this.list.focus({ preventScroll: true });
  }

  /** How likely an opponent would choose each move; marks the one it names. */
  advise(probabilities, named) {
    for (const item of this.list.children) {
      const action = Number(item.dataset.action);
      item.querySelector(".chance").textContent = probabilities ? percent(probabilities[action]) : "";
      item.classList.toggle("advised", action === named);
    }
    reveal(this.list, this.list.querySelector(".advised"));
  }

  draw(first) {
    const shown = this.matching();
    this.list.replaceChildren(...shown.map((move) => this.item(move)));
    this.none.hidden = shown.length > 0;
    this.chip.hidden = this.only === null;
    this.chip.textContent = this.only ? `Show all ${this.all.length}` : "";
    this.title.textContent = this.all.length === 1 ? "Your move" : `Your move: ${this.all.length} choices`;
    const narrowed = this.only !== null || this.search.value.trim() !== "";
    this.choose(this.all.length === 1 || (first && narrowed && shown.length) ? shown[0]?.action ?? null : null);
  }

  matching() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = this.only ? this.all.filter((move) => this.only.includes(move.action)) : this.all;
    const numbered = words.length === 1 ? all.filter((move) => String(move.number) === words[0]) : [];
    const worded = all.filter((move) => words.every((word) => move.words.toLowerCase().includes(word)));
    return [...new Set([...numbered, ...worded])];
  }

  item(move) {
    return el("li", {
      id: `${this.list.id}-${move.action}`, role: "option", "data-action": move.action, "aria-selected": "false",
      onclick: () => this.take(move.action),
      onpointerenter: () => this.look(move.action), onpointerleave: () => this.look(this.active),
    }, el("span", { class: "number" }, String(move.number)), el("span", { class: "words" }, move.words),
    el("span", { class: "chance" }));
  }

  /** The move that Enter plays. */
  choose(action) {
    this.active = action;
    for (const item of this.list.children) {
      const chosen = Number(item.dataset.action) === action;
      item.setAttribute("aria-selected", String(chosen));
      if (chosen) reveal(this.list, item);
    }
    for (const one of [this.search, this.list]) {
      if (action === null) one.removeAttribute("aria-activedescendant");
      else one.setAttribute("aria-activedescendant", `${this.list.id}-${action}`);
    }
    this.look(action);
  }

  take(action) {
    if (!this.busy) this.play(action);
  }

  key(event) {
    const items = [...this.list.children].map((item) => Number(item.dataset.action));
    const at = items.indexOf(this.active);
    const page = 8;
    const to = {
      ArrowDown: at + 1, ArrowUp: at < 0 ? items.length - 1 : at - 1,
      PageDown: at + page, PageUp: at - page,
      ...(event.target === this.search ? {} : { Home: 0, End: items.length - 1 }),
    }[event.key];
    if (to !== undefined && items.length) this.choose(items[Math.min(items.length - 1, Math.max(0, to))]);
    else if (event.key === "Enter" && event.target !== this.chip && this.active !== null) this.take(this.active);
    else if (event.key === "Escape") { this.search.value = ""; this.narrow(null); }
    else return;
    event.preventDefault();
  }

  /** From anywhere on the page `/` leads to the search, and a digit begins a number there. */
  shortcut(event) {
    const writes = event.target.closest?.("input, select, textarea");
    if (writes || event.ctrlKey || event.metaKey || event.altKey || this.place.hidden) return;
    if (event.key === "/") this.search.focus();
    else if (/^[0-9]$/.test(event.key)) {
      this.search.focus();
      this.search.value = event.key;
      this.draw(true);
    } else return;
    event.preventDefault();
  }
}

/** Scrolls a list, and nothing around it, to one of its items. */
function reveal(list, item) {
  if (!item) return;
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  list.scrollTop += Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom);
}

function percent(share) {
  return share === undefined ? "" : `${Math.round(100 * share)} %`;
}
