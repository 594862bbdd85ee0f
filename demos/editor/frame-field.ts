/** One of two frames: its link, its position there, and the link's axis that it follows. */
import type { Problem, Quat, Vec3 } from 'limber';
import { fill, make, write } from '../shell/dom.ts';
import { NumberField } from '../shell/number-field.ts';
import { axisNames, axisOf, origin, turns, unturned, type AxisName, type Pick } from './frames.ts';
import { world } from './ties.ts';

/** Value of the world: links may have any name but the empty one. */
const worldValue = '';

export class FrameField {
  /** The reader has set the numbers: no default replaces them. */
  typed = false;
  readonly link: HTMLSelectElement;
  /** An axis of the link, the other frame's current orientation, or the given one. */
  readonly axis: HTMLSelectElement;
  readonly element: HTMLElement;
  readonly #fields: readonly NumberField[];
  readonly #points: HTMLElement;
  readonly #axisRow: HTMLElement;
  readonly #axisName = make('span');
  readonly #unit = make('span');
  #given: Quat = unturned;

  constructor(
    name: 'a' | 'b',
    /** It may be on the world, and copy the other one's orientation. */
    private readonly isSecond: boolean,
  ) {
    this.link = make('select', { name: `${name}-link` });
    this.axis = make('select', { name: `${name}-axis` });
    this.#fields = axisNames.map((axis) => new NumberField(`${name}-${axis}`));
    const numbers = this.#fields.map((field, i) => field.labelled(axisNames[i]!));
    this.#points = make('div', { className: 'numbers' }, ...numbers, this.#unit);
    this.#axisRow = make('label', { className: 'pair' }, this.#axisName, this.axis);
    const link = make('label', { className: 'pair' }, make('span', {}, 'on'), this.link);
    const legend = make('legend', {}, `Frame ${name}`);
    this.element = make('fieldset', { className: 'frame' }, legend, link, this.#points, this.#axisRow);
    this.element.addEventListener(
      'input',
      ({ target }) => (this.typed ||= this.#points.contains(target as Node)),
    );
  }

  /** Offers the links of another model. */
  offer({ model }: Problem): void {
    const links = model.links.map(({ name }) => [name, name] as const);
    fill(this.link, this.isSecond ? [[worldValue, world], ...links] : links);
    this.typed = false;
  }

  get linkName(): string | null {
    return this.link.value === worldValue ? null : this.link.value;
  }

  set linkName(name: string | null) {
    this.link.value = name ?? worldValue;
  }

  get position(): Vec3 {
    return this.#points.hidden ? origin : (this.#fields.map(({ value }) => value) as unknown as Vec3);
  }

  set position(position: Vec3) {
    position.forEach((each, i) => this.#fields[i]!.set(each));
  }

  /** `now`: the other frame's orientation, relative to this one's link. */
  rotation(now: () => Quat): Quat {
    const { value } = this.axis;
    if (this.#axisRow.hidden || value === 'given') return this.#given;
    return value === 'now' ? now() : turns[value as AxisName];
  }

  setAxis(choice: AxisName | 'now'): void {
    this.#given = unturned;
    this.#offerAxes(choice);
  }

  /** Shows a described frame. */
  show({ link, position, rotation }: Pick): void {
    this.linkName = link;
    this.position = position;
    this.typed = true;
    this.#given = rotation;
    this.#offerAxes(axisOf(rotation) ?? 'given');
  }

  /** Hides fields that a kind does not use; `axis`: the meaning of its axis, such as a hinge. */
  ask(numbers: 'point' | 'direction' | null, axis: string | null): void {
    this.#points.hidden = !numbers;
    this.#axisRow.hidden = axis === null;
    write(this.#axisName, axis ?? '');
    const isDirection = numbers === 'direction';
    write(this.#unit, isDirection ? '' : 'm');
    this.#fields.forEach(({ input }, i) => {
      const label = isDirection ? `Direction ${axisNames[i]}` : `Point ${axisNames[i]} in metres`;
      input.setAttribute('aria-label', label);
    });
  }

  #offerAxes(choice: AxisName | 'now' | 'given'): void {
    fill(this.axis, [
      ...(choice === 'given' ? [['given', 'as it was given'] as const] : []),
      ...(this.isSecond ? [['now', 'as the other is now'] as const] : []),
      ...axisNames.map((name) => [name, `its ${name} axis`] as const),
    ]);
    this.axis.value = choice;
  }
}
