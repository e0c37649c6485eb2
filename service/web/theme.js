// Light or dark: as the system has it, or as chosen here.
import { memory } from "./service.js";

const system = matchMedia("(prefers-color-scheme: dark)");
const choice = document.getElementById("theme");

/** Whether the page is dark now. */
export function dark() {
  return choice.value ? choice.value === "dark" : system.matches;
}

/** Calls back whenever that changes. */
export function onTheme(changed, signal) {
  system.addEventListener("change", changed, { signal });
  choice.addEventListener("change", changed, { signal });
}

choice.value = memory.get("theme", "");
document.documentElement.dataset.theme = choice.value;
choice.addEventListener("change", () => {
  memory.set("theme", choice.value);
  document.documentElement.dataset.theme = choice.value;
});
