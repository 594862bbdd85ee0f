/** XML whose errors name element and line. */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import type { Vec3 } from '../description.ts';
import { LimberError, show } from '../errors.ts';

export type Element = XmlElement;

const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function refuse(text: string, options?: ErrorOptions): never {
  throw new LimberError('badUrdf', text, options);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  return line;
}

/** Attributes of `<robot xmlns:xacro=…>` stay after expansion; tags and expressions do not. */
const isXacro = (value: string): boolean => /\$[({]/.test(value);
const expand = 'this is a xacro file; expand it first: xacro robot.urdf.xacro > robot.urdf';

/** A parsed text: its root element, and readers of attributes that say where something is wrong. */
export class Source {
  readonly root: Element;
  readonly #text: string;
  /** Lines before the part that was parsed. */
  readonly #before: number;

  /** @throws LimberError `badUrdf` for text that is no XML. */
  constructor(text: string) {
    if (typeof text !== 'string') refuse(`a URDF must be a text, not ${show(text)}`);
    // Strict XML wants its declaration to be the first thing in the file; people leave a line before it.
    this.#text = text.trimStart();
    this.#before = lineAt(text, text.length - this.#text.length) - 1;
    if (this.#text === '') refuse('the text is empty; a URDF starts with <robot>');
    this.root = this.#parse();
  }

  #parse(): Element {
    const start = show(this.#text.slice(0, 40));
    if (/^<(!doctype\s+)?html/i.test(this.#text)) {
      refuse(`the text is an HTML page (${start}), not URDF; does the address lead to the file?`);
    }
    if (!this.#text.startsWith('<')) refuse(`the text starts with ${start}; a URDF starts with <robot>`);
    try {
      return parseXml(this.#text, { includeOffsets: true }).root!;
    } catch (error) {
      if (error instanceof RangeError)
        refuse('elements are nested too deep; is this a URDF?', { cause: error });
      if (!(error instanceof XmlError)) throw error;
      const why = error.message.split(/ \(line |\n/)[0]!;
      return refuse(`line ${error.line + this.#before}: ${why}; is the file whole?`, { cause: error });
    }
  }

  lineOf(element: Element): number {
    return this.#before + lineAt(this.#text, element.start);
  }

  /** `<joint name="elbow">`, or what stands in for it. */
  static label({ name, attributes }: Element): string {
    return attributes.name === undefined ? `<${name}>` : `<${name} name=${show(attributes.name)}>`;
  }

  /** Names `element`, its line, and the named element that it is in. @throws LimberError `badUrdf`. */
  fail(element: Element, text: string): never {
    const inNamed = element.attributes.name === undefined && element.parent !== this.root;
    const outer = inNamed && element.parent instanceof XmlElement ? `${Source.label(element.parent)} ` : '';
    return refuse(`line ${this.lineOf(element)}, ${outer}${Source.label(element)}: ${text}`);
  }

  /** @throws LimberError `badUrdf` at the first tag that xacro would replace. */
  refuseXacro(): void {
    const tag = elementsOf(this.root).find(({ name }) => name.startsWith('xacro:'));
    if (tag) this.fail(tag, expand);
  }

  attribute(element: Element, name: string): string {
    const value = element.attributes[name];
    if (value === undefined) this.fail(element, `the attribute ${name} is missing; add it`);
    if (isXacro(value)) this.fail(element, `${name} is ${show(value)}: ${expand}`);
    if (value.trim() === '') this.fail(element, `the attribute ${name} is empty; give it a value`);
    return value;
  }

  number(element: Element, name: string, missing: number): number {
    if (element.attributes[name] === undefined) return missing;
    const text = this.attribute(element, name).trim();
    const value = number.test(text) ? Number(text) : NaN;
    return Number.isFinite(value)
      ? value
      : this.fail(element, `${name} is ${show(text)}; give a finite number`);
  }

  numbers(element: Element | undefined, name: string, missing: Vec3): Vec3 {
    if (element?.attributes[name] === undefined) return missing;
    const text = this.attribute(element, name).trim();
    const parts = text.split(/\s+/);
    const values = parts.map((part) => (number.test(part) ? Number(part) : NaN));
    if (values.length === 3 && values.every(Number.isFinite)) return values as unknown as Vec3;
    return this.fail(element, `${name} is ${show(text)}; give three finite numbers with spaces between`);
  }

  /** The child of that name, if there is one. */
  child(element: Element, name: string): Element | undefined {
    const [first, second] = elementsOf(element).filter((each) => each.name === name);
    if (second) this.fail(second, `a second <${name}>, after that on line ${this.lineOf(first!)}; keep one`);
    return first;
  }
}

export function elementsOf(element: Element): Element[] {
  return element.children.filter((each) => each instanceof XmlElement);
}
