/** Reads the `<visual>` elements of a link. */
import type { PoseDescription, ShapeDescription } from '../description.ts';
import { LimberError } from '../errors.ts';
import { readOrigin } from './joint.ts';
import { elementsOf, type Element, type XmlSource } from './xml.ts';

/** Colours by the name of their material. */
export type Materials = ReadonlyMap<string, string>;

type Form = ShapeDescription extends infer S
  ? S extends PoseDescription
    ? Omit<S, keyof PoseDescription>
    : never
  : never;

/** The forms of a URDF; a form is one line. */
const forms: Readonly<Record<string, (source: XmlSource, element: Element) => Form>> = {
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

function readVisual(source: XmlSource, visual: Element, materials: Materials): ShapeDescription | null {
  const geometry = source.child(visual, 'geometry');
  const element = geometry && elementsOf(geometry).find(({ name }) => Object.hasOwn(forms, name));
  if (!element) return null;
  const material = source.child(visual, 'material');
  const color = colorOf(source, material) ?? materials.get(material?.attributes.name ?? '');
  const form = forms[element.name]!(source, element);
  return { ...form, ...readOrigin(source, visual), ...(color ? { color } : {}) };
}

/** Looks do not matter to solvers: a visual that cannot be read is left out, with a warning. */
export function readShapes(source: XmlSource, link: Element, materials: Materials): ShapeDescription[] {
  return elementsOf(link)
    .filter(({ name }) => name === 'visual')
    .flatMap((visual) => {
      try {
        return readVisual(source, visual, materials) ?? [];
      } catch (error) {
        if (!(error instanceof LimberError)) throw error;
        source.warnings.push(`${error.message}; this visual is ignored`);
        return [];
      }
    });
}
