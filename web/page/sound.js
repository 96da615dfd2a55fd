// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Sounds of the game, made by an oscillator.

/** The tones of each sound, one after the other, in hertz. */
const tones = { own: [330], rival: [220], pass: [165], end: [262, 330, 392] };

const length = 0.12; // seconds of a tone
const loudness = 0.15;

/** @type {AudioContext | undefined} */
let context;

/** Plays a sound. A browser plays none before the visitor has used the page.
 * @param {keyof typeof tones} name */
export function sound(name) {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
  for (const [i, frequency] of tones[name].entries()) {
    const at = context.currentTime + i * length;
    const oscillator = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: loudness });
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}
