// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// Types for the scripts of windows: the elements that draw.js makes, and Web Serial.

type Attribute = string | number | boolean | null | undefined;

type Listeners = {
  [Name in keyof HTMLElementEventMap as `on${Name}`]?: (event: HTMLElementEventMap[Name] & { currentTarget: Element }) => void;
};

export type Attributes = Listeners & {
  [Name in "class" | "id" | "title" | "role" | "type" | "value" | "label" | "href" | "hidden" | "tabindex"
    | "viewBox" | "preserveAspectRatio" | "focusable" | "x" | "y" | "width" | "height" | "cx" | "cy" | "r" | "rx" | "d"
    | "opacity" | "text-anchor"]?: Attribute;
} & { [name: `aria-${string}` | `data-${string}`]: Attribute };

/** A child of an element, or nothing. */
export type Child = Node | string | false | null | undefined;

// TypeScript's library lacks Web Serial.
declare global {
  interface Navigator {
    readonly serial: { requestPort(): Promise<SerialPort> };
  }
  interface SerialPort {
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<Uint8Array>;
    open(options: { baudRate: number }): Promise<void>;
    close(): Promise<void>;
  }
}
