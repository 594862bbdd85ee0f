/** Reads the `<visual>` and `<collision>` elements of a link. */
import type {
  MeshShape,
  PoseDescription,
  ShapeDescription,
  CollisionCapsule,
  CollisionShape,
} from '../../describe/description.ts';
import { LimberError } from '../../describe/errors.ts';
import { readOrigin } from './joint.ts';
import { elementsOf, type Element, type XmlSource } from './xml.ts';

/** Colours by material name. */
export type Materials = ReadonlyMap<string, string>;

type Placeless<S> = S extends PoseDescription ? Omit<S, keyof PoseDescription> : never;
type Form = Placeless<ShapeDescription>;
type CollisionForm = Form | Placeless<CollisionCapsule>;
type Forms<F> = Readonly<Record<string, (source: XmlSource, element: Element) => F>>;

/** Geometries of a URDF, one line each. */
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

/** Only some programs support capsules; views do not draw them. */
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

/** Converts `rgba="1 0.5 0 1"` to `#ff8000`; views draw nothing transparent. */
function colorOf(source: XmlSource, material: Element | undefined): string | undefined {
  const rgba = material && source.child(material, 'color')?.attributes.rgba;
  const parts = (rgba ?? '').trim().split(/\s+/).slice(0, 3).map(Number);
  return parts.length === 3 && parts.every(Number.isFinite) ? `#${parts.map(hex).join('')}` : undefined;
}

/** Converts `#rrggbb` to the rgba of a URDF. */
export const rgbaOf = (color: string): number[] => [
  ...[1, 3, 5].map((at) => Number((parseInt(color.slice(at, at + 2), 16) / 255).toFixed(4))),
  1,
];

/** All materials in the file that have a colour: links may use those of other links. */
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

/** The shape in the `<geometry>` of a visual or collision; undefined if unknown. */
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

/**
 * Reads all elements of one tag. Shapes do not affect how a link moves, so one that cannot be read is left
 * out with a warning.
 */
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

/** Reads the drawn shapes. */
export const readShapes = (source: XmlSource, link: Element, materials: Materials): ShapeDescription[] =>
  readAll(source, link, 'visual', (visual) => readVisual(source, visual, materials));

/** Reads the collision shapes, and meshes that are still to be fitted by shapes. */
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

/** Warns of a shape that a model would refuse. */
function checkExtent(source: XmlSource, element: Element, form: CollisionForm): void {
  const numbers = Object.values(form)
    .flat()
    .filter((each) => typeof each === 'number');
  const least = form.type === 'capsule' ? [form.radius, form.length + 1] : numbers;
  if (form.type === 'mesh' || least.every((each) => each > 0)) return;
  source.fail(element, `the ${form.type} has a size of ${numbers.join(', ')}; give sizes above 0`);
}
