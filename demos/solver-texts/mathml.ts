/** Just enough MathML to write equations by hand. All functions return markup. */

export const row = (...parts: string[]): string => `<mrow>${parts.join('')}</mrow>`;
/** A scalar. */
export const i = (name: string): string => `<mi>${name}</mi>`;
/** A vector or matrix: bold and upright. */
export const v = (name: string): string => `<mi mathvariant="normal" class="v">${name}</mi>`;
export const n = (value: string | number): string => `<mn>${value}</mn>`;
export const o = (sign: string): string => `<mo>${sign}</mo>`;
export const words = (text: string): string => `<mtext>${text}</mtext>`;
export const sub = (base: string, below: string): string => `<msub>${base}${below}</msub>`;
export const sup = (base: string, above: string): string => `<msup>${base}${above}</msup>`;
/** Subscript and superscript. */
export const both = (base: string, below: string, above: string): string =>
  `<msubsup>${base}${below}${above}</msubsup>`;
export const over = (top: string, bottom: string): string => `<mfrac>${top}${bottom}</mfrac>`;
export const sum = (below: string): string => `<munder>${o('∑')}${below}</munder>`;
export const brackets = (...parts: string[]): string => row(o('('), ...parts, o(')'));
export const norm = (...parts: string[]): string => row(o('‖'), ...parts, o('‖'));

/** Symbols that nearly every solver uses. */
export const J = v('J');
export const e = v('e');
export const dq = row('<mi mathvariant="normal">Δ</mi>', v('q'));
export const t = i('T');
export const JT = sup(J, t);
export const lambda2 = sup(i('λ'), n(2));
