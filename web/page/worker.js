// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A worker that runs golden, compiled to WebAssembly. The first message is {loaded, file}: the
// compiled program, or undefined to make the worker fetch and compile the file. The worker answers
// with the program. Later messages {id, name, args} are calls. The answer to a call is {id, result} or {id,
// error}, possibly after some {id, report}.
import { reason } from "./errors.js";
import "./wasm_exec.js";

// The program is stored compressed, so that it is small on any host. If the host declares the
// encoding, the browser has already decompressed it. The browser compiles the program while it
// arrives.
/** @param {string} file */
async function compile(file) {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file}: ${response.status} ${response.statusText}`);
  if (!response.body) throw new Error(`${file} is empty`);
  const size = Number(response.headers.get("Content-Length"));
  let arrived = 0;
  const reader = response.body.getReader();
  const first = await reader.read();
  if (first.done) throw new Error(`${file} is empty`);
  /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */
  let program = new ReadableStream({
    start(out) { out.enqueue(first.value); },
    async pull(out) {
      const { value, done } = await reader.read();
      if (done) out.close();
      else {
        arrived += value.length;
        if (size) self.postMessage({ progress: Math.min(arrived / size, 1) });
        out.enqueue(value);
      }
    },
  });
  if (first.value[0] === 0x1f) program = program.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(program, { headers: { "Content-Type": "application/wasm" } }));
}

/**
 * @param {string} file
 * @param {WebAssembly.Module} [module] */
async function start(file, module) {
  module ??= await compile(file);
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject)); // defines golden and keeps running
  return module;
}

/** @type {Promise<WebAssembly.Module> | undefined} */
let started;

self.onmessage = async ({ data }) => {
  if (!started) {
    started = start(data.file, data.loaded);
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
