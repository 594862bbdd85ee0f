/**
 * `<limber-arm>`, an arm for any page. Importing this defines the element; in Node it does nothing. Small:
 * three.js and the solver are loaded when an element comes near the view.
 */
import { LimberArm } from './limber-arm.ts';

export { attributeNames, type ArmSettings, type AttributeName } from './attributes.ts';
export type { SolveDetail } from '../bench/actor.ts';
export type { ErrorDetail, LimberArmEventMap, ReadyDetail } from './events.ts';
export { LimberArm };

let isDefined = false;

/**
 * Defines the element. Does nothing outside a page, or if the name is taken, even by another version: the
 * first one stays.
 */
export function define(tagName = 'limber-arm'): void {
  const registry = globalThis.customElements;
  if (!registry || registry.get(tagName)) return;
  // A class can be defined only once, so another name needs another class.
  registry.define(tagName, isDefined ? class extends LimberArm {} : LimberArm);
  isDefined = true;
}

define();

declare global {
  interface HTMLElementTagNameMap {
    'limber-arm': LimberArm;
  }
}
