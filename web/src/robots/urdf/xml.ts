/** XML whose errors and warnings name the element and its line. */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import type { Vec3 } from '../../describe/description.ts';
import { checkSize, LimberError, show } from '../../describe/errors.ts';
import { mostElements, mostUrdfText } from '../../describe/input-limits.ts';
import { commentsIn, deepestIn, Lines } from './markup.ts';

export type Element = XmlElement;

const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** A decimal number; NaN for any other text. */
export const numberIn = (text: string): number => (number.test(text) ? Number(text) + 0 : NaN);

function refuse(text: string, options?: ErrorOptions): never {
  throw new LimberError('badUrdf', text, options);
}

/** Expressions are gone after expansion; tags sometimes remain. */
export const isXacro = (value: string): boolean => /\$[({]/.test(value);
export const expand = 'this is a xacro file; expand it first: xacro robot.urdf.xacro > robot.urdf';

const declared = /^(<\?xml\s+version\s*=\s*(["']))([^"']*)(?=\2)/;
const doubleHyphen = /--|-$/;
const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** A parsed text: its root element, and readers of attributes that report the place of an error. */
export class XmlSource {
  readonly root: Element;
  /** Ignored parts and likely mistakes, in order. */
  readonly warnings: string[] = [];
  readonly #text: string;
  readonly #lines: Lines;
  /** Number of lines before the parsed part. */
  readonly #before: number;

  /** @throws LimberError `badUrdf` for text that is not well-formed XML. */
  constructor(text: string) {
    if (typeof text !== 'string') refuse(`a URDF must be a text, not ${show(text)}`);
    checkSize(text.length, mostUrdfText, 'characters in the URDF');
    // XML requires its declaration at the very start of the file, but many files have blank lines before it.
    const trimmed = text.trim();
    this.#before = new Lines(text).at(text.length - text.trimStart().length) - 1;
    if (trimmed === '') refuse('the text is empty; a URDF starts with <robot>');
    this.#text = this.#forgive(trimmed);
    this.#lines = new Lines(this.#text);
    this.root = this.#parse();
  }

  /** Repairs common violations of strict XML. Lines keep their numbers. */
  #forgive(text: string): string {
    const [, start, , version] = declared.exec(text) ?? [];
    if (version !== undefined && !/^1\.\d+$/.test(version)) {
      this.warnings.push(`${this.#at(0)}: XML has no version ${show(version)}; it is read as 1.0`);
      text = text.replace(declared, `${start}1.0`);
    }
    const lines = new Lines(text);
    const parts: string[] = [];
    let done = 0;
    for (const [start, end] of commentsIn(text)) {
      const inside = text.slice(start, end);
      if (!doubleHyphen.test(inside)) continue;
      const line = lines.at(start);
      this.warnings.push(`${this.#at(line - 1)}: the comment contains "--", which XML does not allow`);
      parts.push(text.slice(done, start), blank(inside));
      done = end;
    }
    return parts.join('') + text.slice(done);
  }

  #at(linesBefore: number): string {
    return `line ${this.#before + 1 + linesBefore}`;
  }

  #parse(): Element {
    const start = show(this.#text.slice(0, 40));
    if (/^<(!doctype\s+)?html/i.test(this.#text)) {
      refuse(`the text is an HTML page (${start}), not URDF; does the address lead to the file?`);
    }
    const deep = deepestIn(this.#text, mostElements);
    if (deep >= 0) {
      const line = this.#lines.at(deep);
      refuse(`${this.#at(line - 1)}: elements are nested too deep, at most ${mostElements}; is this a URDF?`);
    }
    if (!this.#text.startsWith('<')) refuse(`the text starts with ${start}; a URDF starts with <robot>`);
    try {
      return parseXml(this.#text, { includeOffsets: true }).root!;
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      const why = error.message.split(/ \(line |\n/)[0]!;
      const remedy = /<\/robot\s*>/.test(this.#text) ? 'correct it there' : 'is the file whole?';
      const text = `${this.#at(error.line - 1)}: this is not well-formed XML (${why}); ${remedy}`;
      return refuse(text, { cause: error });
    }
  }

  lineOf(element: Element): number {
    return this.#before + this.#lines.at(element.start);
  }

  /** An element as messages name it: `<joint name="elbow">`. */
  static label({ name, attributes }: Element): string {
    return attributes.name === undefined ? `<${name}>` : `<${name} name=${show(attributes.name)}>`;
  }

  /** The line of `element`, its name, and the named element that contains it. */
  #placeOf(element: Element): string {
    const inNamed = element.attributes.name === undefined && element.parent !== this.root;
    const outer =
      inNamed && element.parent instanceof XmlElement ? `${XmlSource.label(element.parent)} ` : '';
    return `line ${this.lineOf(element)}, ${outer}${XmlSource.label(element)}`;
  }

  /** @throws LimberError `badUrdf` that names `element` and its line. */
  fail(element: Element, text: string): never {
    return refuse(`${this.#placeOf(element)}: ${text}`);
  }

  /** Records a warning about `element`. */
  warn(element: Element, text: string): void {
    this.warnings.push(`${this.#placeOf(element)}: ${text}`);
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
    const value = numberIn(text);
    return Number.isFinite(value)
      ? value
      : this.fail(element, `${name} is ${show(text)}; give a finite number`);
  }

  numbers(element: Element | undefined, name: string, missing: Vec3): Vec3 {
    if (element?.attributes[name] === undefined) return missing;
    const text = this.attribute(element, name).trim();
    const values = text.split(/\s+/).map(numberIn);
    if (values.length === 3 && values.every(Number.isFinite)) return values as unknown as Vec3;
    return this.fail(element, `${name} is ${show(text)}; give three finite numbers with spaces between`);
  }

  /** The child with that name, if any. */
  child(element: Element, name: string): Element | undefined {
    const [first, second] = elementsOf(element).filter((each) => each.name === name);
    if (second)
      this.fail(second, `this is a second <${name}>; the first is on line ${this.lineOf(first!)}; keep one`);
    return first;
  }
}

export function elementsOf(element: Element): Element[] {
  return element.children.filter((each) => each instanceof XmlElement);
}
