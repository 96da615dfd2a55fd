// Errors.

/** The error of a call that has been stopped. */
export class Stopped extends Error {}

/** The text of what was thrown.
 * @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));
