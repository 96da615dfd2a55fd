// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// ESLint for the page's scripts: the recommended rules. CommonJS, because NODE_PATH, by which it
// finds its packages, does not hold for ES modules.
const js = require("@eslint/js");
const globals = require("globals");

const workers = ["**/page/*worker.js", "**/page/sw.js"];

module.exports = [
  { ignores: ["**/page/wasm_exec.js"] }, // Go's own
  {
    ...js.configs.recommended,
    linterOptions: { reportUnusedDisableDirectives: "error" },
  },
  { files: ["**/page/*.js"], ignores: workers, languageOptions: { globals: globals.browser } },
  { files: workers, languageOptions: { globals: { ...globals.worker, ...globals.serviceworker } } },
  { files: ["**/page/worker.js"], languageOptions: { globals: { Go: "readonly", golden: "readonly" } } },
];
