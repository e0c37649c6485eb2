// A game that was played, or that opponents play now: step by step, at the speed of a slider.
import { el, pause, save } from "./dom.js";
import { called } from "./lobby.js";
import { Picture } from "./picture.js";
import { ask, passing } from "./service.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16]; // moves a second
const NEWS = 2000; // milliseconds until a game that goes on is asked for again

/** A finished table's transcript, or a file. */
export async function replay(page, table, signal) {
  document.title = "warzoo: replay";
  if (table) {
    const reel = new Reel(signal);
    await reel.load(await ask(`tables/${encodeURIComponent(table)}/transcript`, { signal }));
    reel.fill(page);
    return;
  }
  const said = el("p", { class: "wrong", role: "alert" });
  const file = el("input", { type: "file", id: "file", onchange: async () => {
    said.textContent = "";
    if (!file.files.length) return;
    try {
      const reel = new Reel(signal);
      await reel.load(await file.files[0].text());
      reel.fill(page);
    } catch (error) {
      if (!signal.aborted) said.textContent = error.message;
    }
  } });
  page.className = "lobby";
  page.replaceChildren(el("h1", {}, "Replay"),
    el("form", {}, el("label", { for: "file" }, "A transcript, as the table or `warzoo play --save` keeps it"), file), said);
}

/** A table where nobody plays: shown from its beginning while it grows. */
export async function watch(page, table, signal) {
  document.title = "warzoo: opponents at play";
  const reel = new Reel(signal);
  const fetched = () => ask(`tables/${encodeURIComponent(table)}/transcript`, { signal });
  await reel.load(await fetched());
  reel.fill(page);
  reel.run();
  while (!reel.over && !signal.aborted) {
    await pause(NEWS, signal);
    try {
      await reel.load(await fetched());
      reel.said.textContent = "";
    } catch (error) {
      if (!passing(error)) throw error;
      reel.said.textContent = error.message;
    }
  }
}

class Reel {
  constructor(signal) {
    Object.assign(this, { signal, text: null, steps: [], at: 0, running: false });
    this.picture = new Picture((columns, dark) => this.draw(columns, dark), signal);
    this.title = el("h1");
    this.who = el("p", { class: "situation" });
    this.words = el("p", { class: "turn", role: "status" });
    this.said = el("p", { class: "wrong", role: "alert" });
    this.place = el("output", { for: "step" });
    this.slider = el("input", { id: "step", type: "range", min: "0", max: "0", value: "0", "aria-label": "Move",
      oninput: () => { this.stop(); this.go(this.slider.valueAsNumber); } });
    this.speed = el("input", { id: "speed", type: "range", min: "0", max: String(SPEEDS.length - 1), value: "2",
      oninput: () => this.tellSpeed() });
    this.rate = el("output", { for: "speed" });
    this.button = el("button", { type: "button", class: "main", onclick: () => (this.running ? this.stop() : this.run()) }, "Play");
    this.list = el("ol", { class: "steps", start: "0", onclick: (event) => this.pick(event) });
    this.tellSpeed();
  }

  fill(page) {
    const back = el("button", { type: "button", "aria-label": "One move back", onclick: () => { this.stop(); this.go(this.at - 1); } }, "‹");
    const on = el("button", { type: "button", "aria-label": "One move on", onclick: () => { this.stop(); this.go(this.at + 1); } }, "›");
    page.className = "table replay";
    page.replaceChildren(
      el("div", { class: "head" }, this.title, this.words, this.who, this.said),
      el("div", { class: "board" }, this.picture.frame),
      el("div", { class: "side" },
        el("div", { class: "act" },
          el("div", { class: "row" }, back, this.button, on, this.place),
          this.slider,
          el("div", { class: "row" }, el("label", { for: "speed" }, "Speed"), this.speed, this.rate)),
        el("aside", {}, el("section", { "aria-labelledby": "story" },
          el("div", { class: "row" }, el("h2", { id: "story" }, "What happened"),
            el("button", { type: "button", onclick: () => save(`${this.game}.txt`, this.text) }, "Save")), this.list))));
    this.go(0);
  }

  /** A transcript, or the same with more moves. */
  async load(text) {
    if (text === this.text) return;
    const told = await ask("replay", { body: { transcript: text }, signal: this.signal });
    this.text = text;
    this.game = told.game;
    this.head = text.split("\n\n")[0]; // all that a picture needs
    this.over = told.result !== null;
    this.title.textContent = told.title;
    this.players = Object.entries(told.seats).map(([seat, player]) => (player ? `${seat}, ${called(player)}` : seat));
    this.paid = told.result?.map((one) => `: ${Math.round(100 * one) / 100}`) ?? [];
    this.list.append(...told.steps.slice(this.steps.length).map((words, index) =>
      el("li", { "data-step": this.steps.length + index }, words)));
    this.steps = told.steps;
    this.slider.max = String(this.last);
    this.tellPlace();
  }

  get last() {
    return this.steps.length - 1;
  }

  draw(columns, dark) {
    return ask("replay/picture", { body: { transcript: this.head, step: this.at, columns, dark }, signal: this.signal });
  }

  async go(step) {
    this.at = Math.min(this.last, Math.max(0, step));
    this.slider.value = String(this.at);
    this.words.textContent = this.steps[this.at];
    this.tellPlace();
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.list.children[this.at];
    line.setAttribute("aria-current", "step");
    this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2;
    try {
      await this.picture.show(`After move ${this.at}: ${this.steps[this.at]}`);
      this.said.textContent = "";
    } catch (error) {
      if (!this.signal.aborted) this.said.textContent = error.message;
    }
  }

  tellPlace() {
    this.place.textContent = `${this.at} of ${this.last}`;
    const paid = this.at === this.last ? this.paid : []; // not before the end
    this.who.textContent = this.players.map((player, seat) => player + (paid[seat] ?? "")).join(" · ");
    this.slider.setAttribute("aria-valuetext", `move ${this.at} of ${this.last}`);
  }

  tellSpeed() {
    const rate = SPEEDS[this.speed.valueAsNumber];
    this.rate.textContent = `${rate} a second`;
    this.speed.setAttribute("aria-valuetext", `${rate} moves a second`);
  }

  pick(event) {
    const line = event.target.closest("li");
    if (line) { this.stop(); this.go(Number(line.dataset.step)); }
  }

  stop() {
    this.running = false;
    this.button.textContent = "Play";
  }

  /** Goes on until the end, or until it is stopped; of a game that grows it waits for more. */
  async run() {
    if (this.at === this.last && this.over) await this.go(0);
    const run = (this.running = Symbol());
    this.button.textContent = "Pause";
    while (this.running === run && !this.signal.aborted && (this.at < this.last || !this.over)) {
      const due = pause(1000 / SPEEDS[this.speed.valueAsNumber], this.signal);
      if (this.at < this.last) await this.go(this.at + 1);
      await due;
    }
    if (this.running === run) this.stop();
  }
}
