// A game between this program, which takes the first legal move, and an opponent: node table.js GAME OPPONENT
const { spawn } = require("child_process");
const { createInterface } = require("readline");

const [game, opponent] = process.argv.slice(2);
const engine = spawn("warzoo", ["engine"], { stdio: ["pipe", "pipe", "inherit"] });
const replies = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();

async function ask(request) {
  engine.stdin.write(JSON.stringify(request) + "\n");
  const reply = JSON.parse((await replies.next()).value);
  if (reply.error) throw new Error(reply.error);
  return reply;
}

async function play() {
  let { table, made, view } = await ask({ do: "new", game, seats: ["human", opponent], seed: 1 });
  while (view.result === null) {
    for (const words of view.happened.slice(-1)) console.log(words);
    ({ made, view } = await ask({ do: "act", table, move: view.moves[0].action, made }));
  }
  console.log(view.situation, JSON.stringify(view.result));
  engine.stdin.end();
}

play();
