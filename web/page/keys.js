// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Keys of the page on any keyboard.

/** @type {{ [code: string]: string }} */
const signs = { Comma: ",", Period: "." };

/** The name of a key. On a layout without Latin letters it is that of the same place on a Latin
 * keyboard; the place alone would be wrong on Dvorak and others.
 * @param {{ key: string, code: string, shiftKey: boolean }} event */
export function keyName({ key, code, shiftKey }) {
  if (key.length !== 1 || key <= "~") return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return signs[code] ?? key;
}
