// A worker with golden in it, compiled to WebAssembly. The first message is {loaded}: the
// compiled program, or nothing, and then the worker fetches and compiles it, and hands it on
// in its answer. Each later message {id, name, args} is a call, answered by {id, result} or
// {id, error}, perhaps after some {id, report}.
import "./wasm_exec.js";

// The program lies packed, so that it is small whatever the host does. Some hosts say
// that the file is encoded; then the browser has unpacked it already. It is compiled while it
// comes.
async function compile() {
  const response = await fetch(new URL("golden.wasm.gz", import.meta.url));
  if (!response.ok) throw new Error(`golden.wasm.gz: ${response.status} ${response.statusText}`);
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error("golden.wasm.gz is empty");
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

async function start(module) {
  module ??= await compile();
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject)); // sets golden, and stays
  return module;
}

let started;

self.onmessage = async ({ data }) => {
  if (!started) {
    started = start(data.loaded);
    try {
      self.postMessage({ loaded: await started });
    } catch (error) {
      self.postMessage({ failed: String(error.message ?? error) });
    }
    return;
  }
  await started;
  const { id, name, args } = data;
  const result = golden(name, JSON.stringify(args), (news) => self.postMessage({ id, report: JSON.parse(news) }));
  self.postMessage(result instanceof Error ? { id, error: result.message } : { id, result: JSON.parse(result) });
};
