// A worker with golden in it, compiled to WebAssembly. The first message, {loaded}, is the compiled
// program, or nothing; then the worker fetches and compiles it itself. It hands the program on in its
// answer. Later messages {id, name, args} are calls. Each has the answer {id, result} or {id, error},
// with some {id, report} before it.
import { reason } from "./errors.js";
import "./wasm_exec.js";

// The program is stored packed, so that it is small on any host. The browser has unpacked it
// already if the host declares the encoding. The browser compiles it while it arrives.
async function compile() {
  const response = await fetch(new URL("golden.wasm.gz", import.meta.url));
  if (!response.ok) throw new Error(`golden.wasm.gz: ${response.status} ${response.statusText}`);
  if (!response.body) throw new Error("golden.wasm.gz is empty");
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("golden.wasm.gz is empty");
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  let program = new ReadableStream({
    start(out) { out.enqueue(first.value); },
    async pull(out) {
      const { value, done } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
  });
  if (first.value[0] === 0x1f) program = program.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
}

/** @param {WebAssembly.Module} [module] */
async function start(module) {
  module ??= await compile();
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject)); // defines golden, and stays
  return module;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let started;

self.onmessage = async ({ data }) => {
  if (!started) {
    started = start(data.loaded);
    try {
      self.postMessage({ loaded: await started });
    } catch (error) {
      self.postMessage({ failed: reason(error) });
    }
    return;
  }
  await started;
  const { id, name, args } = data;
  const result = golden(name, JSON.stringify(args), (news) => self.postMessage({ id, report: JSON.parse(news) }));
  self.postMessage(result instanceof Error ? { id, error: result.message } : { id, result: JSON.parse(result) });
};
