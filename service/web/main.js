// Which page is shown: the fragment of the address says it.
import { el } from "./dom.js";
import { lobby } from "./lobby.js";
import { replay, watch } from "./replay.js";
import { table } from "./table.js";
import "./theme.js";

const page = document.getElementById("page");
let left = new AbortController();

async function turn() {
  left.abort();
  left = new AbortController();
  const { signal } = left;
  const where = new URLSearchParams(location.hash.slice(1));
  page.replaceChildren();
  page.className = "";
  try {
    if (where.has("table")) await table(page, where, signal);
    else if (where.has("watch")) await watch(page, where.get("watch"), signal);
    else if (where.has("replay")) await replay(page, where.get("replay"), signal);
    else await lobby(page, signal);
  } catch (error) {
    if (signal.aborted) return;
    page.append(el("p", { class: "wrong", role: "alert" }, error.message), el("p", {}, el("a", { href: "#" }, "To the games")));
  }
}

addEventListener("hashchange", turn);
turn();
