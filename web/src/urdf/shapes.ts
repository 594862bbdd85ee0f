/** Reads the `<visual>` and `<collision>` elements of a link. */
import type { MeshShape, PoseDescription, ShapeDescription } from '../description.ts';
import { LimberError } from '../errors.ts';
import type { CollisionCapsule, CollisionShape } from '../obstacle.ts';
import { readOrigin } from './joint.ts';
import { elementsOf, type Element, type XmlSource } from './xml.ts';

/** Colours by the name of their material. */
export type Materials = ReadonlyMap<string, string>;

type Placeless<S> = S extends PoseDescription ? Omit<S, keyof PoseDescription> : never;
type Form = Placeless<ShapeDescription>;
type CollisionForm = Form | Placeless<CollisionCapsule>;
type Forms<F> = Readonly<Record<string, (source: XmlSource, element: Element) => F>>;

/** The forms of a URDF; a form is one line. */
const forms: Forms<Form> = {
  box: (source, element) => ({ type: 'box', size: source.numbers(element, 'size', [1, 1, 1]) }),
  cylinder: (source, element) => ({
    type: 'cylinder',
    radius: source.number(element, 'radius', 1),
    length: source.number(element, 'length', 1),
  }),
  sphere: (source, element) => ({ type: 'sphere', radius: source.number(element, 'radius', 1) }),
  mesh: (source, element) => ({
    type: 'mesh',
    file: source.attribute(element, 'filename'),
    ...(element.attributes.scale === undefined ? {} : { scale: source.numbers(element, 'scale', [1, 1, 1]) }),
  }),
};

/** Only some programs know a capsule, and views draw none. */
const collisionForms: Forms<CollisionForm> = {
  ...forms,
  capsule: (source, element) => ({
    type: 'capsule',
    radius: source.number(element, 'radius', 1),
    length: source.number(element, 'length', 1),
  }),
};

const hex = (part: number): string =>
  Math.round(255 * Math.min(1, Math.max(0, part)))
    .toString(16)
    .padStart(2, '0');

/** `rgba="1 0.5 0 1"` as `#ff8000`; views draw nothing transparent. */
function colorOf(source: XmlSource, material: Element | undefined): string | undefined {
  const rgba = material && source.child(material, 'color')?.attributes.rgba;
  const parts = (rgba ?? '').trim().split(/\s+/).slice(0, 3).map(Number);
  return parts.length === 3 && parts.every(Number.isFinite) ? `#${parts.map(hex).join('')}` : undefined;
}

/** Of `#rrggbb`, as a URDF has it. */
export const rgbaOf = (color: string): number[] => [
  ...[1, 3, 5].map((at) => Number((parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4))),
  1,
];

/** All materials with a colour in the file: links may name those of others. */
export function readMaterials(source: XmlSource, links: Iterable<Element>): Materials {
  const found = new Map<string, string>();
  const visuals = [...links].flatMap(elementsOf).filter(({ name }) => name === 'visual');
  for (const material of [source.root, ...visuals].flatMap(elementsOf)) {
    if (material.name !== 'material') continue;
    const color = colorOf(source, material);
    if (color && material.attributes.name) found.set(material.attributes.name, color);
  }
  return found;
}

/** What the `<geometry>` of a visual or collision holds; undefined for what is unknown. */
function formIn<F>(source: XmlSource, parent: Element, known: Forms<F>): F | undefined {
  const geometry = source.child(parent, 'geometry');
  const element = geometry && elementsOf(geometry).find(({ name }) => Object.hasOwn(known, name));
  return element && known[element.name]!(source, element);
}

function readVisual(source: XmlSource, visual: Element, materials: Materials): ShapeDescription | undefined {
  const form = formIn(source, visual, forms);
  if (!form) return undefined;
  const material = source.child(visual, 'material');
  const color = colorOf(source, material) ?? materials.get(material?.attributes.name ?? '');
  return { ...form, ...readOrigin(source, visual), ...(color ? { color } : {}) };
}

/** How a link moves does not depend on these: one that cannot be read is left out, with a warning. */
function readAll<T>(
  source: XmlSource,
  link: Element,
  tag: 'visual' | 'collision',
  read: (element: Element) => T | undefined,
): T[] {
  return elementsOf(link)
    .filter(({ name }) => name === tag)
    .flatMap((element) => {
      try {
        return read(element) ?? [];
      } catch (error) {
        if (!(error instanceof LimberError)) throw error;
        source.warnings.push(`${error.message}; this ${tag} is ignored`);
        return [];
      }
    });
}

/** What is drawn. */
export const readShapes = (source: XmlSource, link: Element, materials: Materials): ShapeDescription[] =>
  readAll(source, link, 'visual', (visual) => readVisual(source, visual, materials));

/** What must not touch: shapes, and meshes that are still to be fitted by shapes. */
export function readCollision(
  source: XmlSource,
  link: Element,
): { readonly shapes: CollisionShape[]; readonly meshes: MeshShape[] } {
  const all = readAll(source, link, 'collision', (element) => {
    const form = formIn(source, element, collisionForms);
    if (!form) return undefined;
    checkExtent(source, element, form);
    return { ...form, ...readOrigin(source, element) };
  });
  return {
    shapes: all.filter((each) => each.type !== 'mesh'),
    meshes: all.filter((each) => each.type === 'mesh'),
  };
}

/** A model would refuse it. */
function checkExtent(source: XmlSource, element: Element, form: CollisionForm): void {
  const numbers = Object.values(form)
    .flat()
    .filter((each) => typeof each === 'number');
  const least = form.type === 'capsule' ? [form.radius, form.length + 1] : numbers;
  if (form.type === 'mesh' || least.every((each) => each > 0)) return;
  source.fail(element, `the ${form.type} has a size of ${numbers.join(', ')}; give sizes above 0`);
}
