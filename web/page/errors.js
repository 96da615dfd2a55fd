// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Errors.

/** The error of a stopped call. */
export class Stopped extends Error {}

/** The message of a thrown value.
 * @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));
