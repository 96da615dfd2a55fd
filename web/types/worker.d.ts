// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Types for the workers: wasm_exec.js defines Go, and golden's program defines golden.

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
declare function golden(name: string, args: string, report: (news: string) => void): string | Error;
