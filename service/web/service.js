// What the service is asked, and what this browser keeps: the tokens of its seats.

/** An answer that is a refusal, with its sentence. */
export class Refusal extends Error {
  constructor(status, words) {
    super(words);
    this.status = status; // 0: nobody answered
  }
}

/** The service's answer: data, or text where it is no JSON. */
export async function ask(path, { token, body, signal } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, "The service does not answer.");
  }
  const json = reply.headers.get("content-type")?.startsWith("application/json");
  const said = await (json ? reply.json() : reply.text());
  if (!reply.ok) throw new Refusal(reply.status, sentence(said.error ?? reply.statusText));
  return said;
}

/** Whether this may be asked again later: nobody answered, or too much was asked at once. */
export function passing(error) {
  return error instanceof Refusal && [0, 429, 503].includes(error.status);
}

export function sentence(words) {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

/** What the browser remembers under a name, beyond reloads; nothing where it remembers nothing. */
export const memory = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(`warzoo.${name}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`warzoo.${name}`, JSON.stringify(value));
    } catch {
      // a browser that keeps nothing still plays, until its page is left
    }
  },
};

// By table: {title, begun, mine, tokens: {seat: token}}; `mine` is the seat that this browser plays.
let held = memory.get("tables", {});

export const tables = {
  all: () => held,
  get: (table) => (Object.hasOwn(held, table) ? held[table] : undefined),
  keep(table, what) {
    held = { ...memory.get("tables", held), [table]: what };
    memory.set("tables", held);
  },
  forget(table) {
    held = { ...memory.get("tables", held) };
    delete held[table];
    memory.set("tables", held);
  },
};

/** Where a seat's page is; the fragment of an address is sent to nobody. */
export function address(what) {
  return `#${new URLSearchParams(what)}`;
}
