// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// A classic script that says why the page cannot start, where modules do not even load: from a file,
// or in a browser that lacks what the page needs.
"use strict";
document.addEventListener("DOMContentLoaded", function () {
  var missing = [
    ["modules", "noModule" in HTMLScriptElement.prototype],
    ["WebAssembly", typeof WebAssembly === "object"],
    ["DecompressionStream", typeof DecompressionStream === "function"],
    ["the colours of light-dark()", typeof CSS === "object" && CSS.supports("color", "light-dark(#000, #fff)")],
  ].filter(function (need) { return !need[1]; }).map(function (need) { return need[0]; });
  var text = location.protocol === "file:"
    ? "A browser does not run this page from a file. Serve the folder instead: tessera web does, and any web server."
    : missing.length > 0 ? "This browser is too old for the page: it lacks " + missing.join(", ") + "." : "";
  if (text) document.getElementById("message")?.replaceChildren(text);
});
