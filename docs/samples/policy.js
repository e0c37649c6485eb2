// What an exported policy does in a view, as `env.view(agent)` or the service has it:
//   npm install onnxruntime-web
//   node policy.js standard.onnx view.json
const { readFileSync } = require("fs");
const ort = require("onnxruntime-web");

const [policy, file] = process.argv.slice(2);
const view = JSON.parse(readFileSync(file));
const told = JSON.parse(readFileSync(policy.replace(/onnx$/, "json")));

async function choose() {
  const legal = new Set(view.moves.map((move) => move.action));
  const mask = told.actions.map(({ action }) => (legal.has(action) ? 1 : 0));
  const feeds = {};
  for (const { name, shape } of told.inputs) {
    const numbers = name === "mask" ? mask : [view.observation[name]].flat(Infinity);
    feeds[name] = new ort.Tensor("int8", Int8Array.from(numbers), [1, ...shape]);
  }
  const session = await ort.InferenceSession.create(readFileSync(policy));
  const { action, probabilities } = await session.run(feeds);
  const chosen = Number(action.data[0]);
  console.log(chosen, told.actions[chosen].words, probabilities.data[chosen].toFixed(3));
}

choose();
