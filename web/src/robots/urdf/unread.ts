/** Warns of parts of a URDF that `fromURDF` does not read, except those that do not affect how links move. */
import { alike } from '../../describe/alike.ts';
import { elementsOf, type Element, type XmlSource } from './xml.ts';

/** Contents of an element: parts that are read, and parts that are ignored by custom. */
interface Content {
  readonly attributes?: string;
  readonly elements?: string;
}

const solid: Content = {
  attributes: 'name',
  elements: 'origin geometry material verbose contact_coefficients',
};

/** Elements below `<robot>` whose contents are checked. Others are not examined. */
const contents: Readonly<Record<string, Content>> = {
  robot: { attributes: 'name version', elements: 'link joint material transmission gazebo sensor' },
  link: { attributes: 'name type', elements: 'visual collision inertial sensor contact' },
  joint: {
    attributes: 'name type',
    elements: 'parent child origin axis limit mimic dynamics calibration safety_controller',
  },
  parent: { attributes: 'link' },
  child: { attributes: 'link' },
  origin: { attributes: 'xyz rpy' },
  axis: { attributes: 'xyz' },
  limit: { attributes: 'lower upper effort velocity acceleration deceleration jerk' },
  mimic: { attributes: 'joint multiplier offset' },
  visual: solid,
  collision: solid,
  geometry: { elements: 'box cylinder sphere capsule mesh' },
  box: { attributes: 'size' },
  cylinder: { attributes: 'radius length' },
  sphere: { attributes: 'radius' },
  capsule: { attributes: 'radius length' },
  mesh: { attributes: 'filename scale' },
};

/** Better advice than a similar word. */
const advice: Readonly<Record<string, string>> = {
  loop_joint: 'a URDF has no loops, so describe it in the `loops` of the description',
};

const wordsIn = (words = ''): string[] => words.split(' ').filter(Boolean);

/** Unread parts, one per kind, with the first place. */
class Unread {
  readonly #kinds = new Map<string, { readonly element: Element; readonly text: string; count: number }>();

  note(element: Element, parent: Element, word: string, text: string): void {
    const key = `${parent.name} ${word}`;
    const kind = this.#kinds.get(key);
    if (kind) kind.count += 1;
    else this.#kinds.set(key, { element, text, count: 1 });
  }

  warn(source: XmlSource): void {
    for (const { element, text, count } of this.#kinds.values())
      source.warn(element, count === 1 ? text : `${text}; ${count - 1} more like it`);
  }
}

function noteElement(unread: Unread, element: Element, parent: Element, known: readonly string[]): void {
  const { name } = element;
  const meant = alike(name, known);
  const hint = advice[name] ?? (meant && `did you mean <${meant}>?`);
  const text = name.includes(':') ? 'it belongs to another format and is skipped' : 'it is not read';
  unread.note(element, parent, `<${name}>`, hint ? `${text}; ${hint}` : text);
}

function noteAttribute(
  unread: Unread,
  element: Element,
  name: string,
  { attributes, elements }: Content,
): void {
  const meant = alike(name, wordsIn(attributes));
  const hint = wordsIn(elements).includes(name)
    ? `; ${name} is an element: write <${name} …/>`
    : meant
      ? `; did you mean ${meant}?`
      : '';
  unread.note(element, element, name, `the attribute ${name} is not read${hint}`);
}

function look(unread: Unread, element: Element, content: Content): void {
  const attributes = wordsIn(content.attributes);
  for (const name of Object.keys(element.attributes))
    if (!attributes.includes(name) && !/^xmlns(:|$)|:/.test(name))
      noteAttribute(unread, element, name, content);
  const elements = wordsIn(content.elements);
  for (const each of elementsOf(element)) {
    if (!elements.includes(each.name)) noteElement(unread, each, element, elements);
    else if (Object.hasOwn(contents, each.name)) look(unread, each, contents[each.name]!);
  }
}

/** Adds warnings about unread parts to `source`. */
export function warnOfUnread(source: XmlSource): void {
  const unread = new Unread();
  look(unread, source.root, contents.robot!);
  unread.warn(source);
}
