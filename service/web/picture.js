// The picture of a table, as wide as there is room for, in the colours of the page.
import { el } from "./dom.js";
import { dark, onTheme } from "./theme.js";

const CHARACTER = 8.4; // pixels that a character needs to be read
const MOST = 100, LEAST = 40, STEP = 10; // characters across

export class Picture {
  /** `draw(columns, dark)` promises SVG. */
  constructor(draw, signal) {
    this.draw = draw;
    this.signal = signal;
    this.frame = el("figure", { class: "picture", role: "img" });
    this.columns = 0;
    this.marked = null;
    onTheme(() => this.redraw(), signal);
    const watching = new ResizeObserver(() => {
      if (this.columns && this.columns !== this.room()) this.redraw();
    });
    watching.observe(this.frame);
    signal.addEventListener("abort", () => watching.disconnect());
  }

  room() {
    const columns = Math.floor(this.frame.clientWidth / CHARACTER / STEP) * STEP;
    return Math.min(MOST, Math.max(LEAST, columns));
  }

  /** Draws it anew; of several at once the last counts. */
  async show(name) {
    if (name) this.frame.setAttribute("aria-label", name);
    this.columns = this.room();
    const asked = (this.asked = Symbol());
    this.frame.setAttribute("aria-busy", "true");
    let text;
    try {
      text = await this.draw(this.columns, dark());
    } finally {
      if (asked === this.asked) this.frame.removeAttribute("aria-busy");
    }
    if (asked !== this.asked || this.signal.aborted) return;
    const unstyled = text.replace(/ style="[^"]*"/, ""); // the page's own style alone is allowed
    const svg = new DOMParser().parseFromString(unstyled, "image/svg+xml").documentElement;
    svg.setAttribute("aria-hidden", "true"); // the frame has its name
    this.frame.replaceChildren(document.adoptNode(svg));
    this.mark(this.marked);
  }

  /** The same in other colours or another size; what was there stays where nobody answers. */
  redraw() {
    return this.show().catch(() => {});
  }

  /** Marks the elements that stand for a move. */
  mark(action) {
    this.marked = action;
    for (const part of this.frame.querySelectorAll(".move")) {
      part.classList.toggle("hot", movesOf(part).includes(action));
    }
  }
}

/** The moves that an element of the picture stands for. */
export function movesOf(part) {
  return part.dataset.moves.split(" ").map(Number);
}
