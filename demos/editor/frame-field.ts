/** One of two frames: on which link, where on it, and along which of its axes. */
import type { Problem, Quat, Vec3 } from 'limber';
import { fill, make, write } from '../shell/dom.ts';
import { NumberField } from '../shell/number-field.ts';
import { axisNames, axisOf, origin, turns, unturned, type AxisName, type Pick } from './frames.ts';
import { world } from './ties.ts';

/** As link names may be anything, the world is what no link can be called. */
const worldValue = '';

export class FrameField {
  /** The numbers are the reader's, and no other default takes their place. */
  typed = false;
  readonly link: HTMLSelectElement;
  /** An axis of the link; as the other frame is now; or as it was given. */
  readonly axis: HTMLSelectElement;
  readonly element: HTMLElement;
  private readonly fields: readonly NumberField[];
  private readonly points: HTMLElement;
  private readonly axisRow: HTMLElement;
  private readonly axisName = make('span');
  private readonly unit = make('span');
  private given: Quat = unturned;

  constructor(
    name: 'a' | 'b',
    /** It may be on the world, and stand as the other one does. */
    private readonly isSecond: boolean,
  ) {
    this.link = make('select', { name: `${name}-link` });
    this.axis = make('select', { name: `${name}-axis` });
    this.fields = axisNames.map((axis) => new NumberField(`${name}-${axis}`));
    const numbers = this.fields.map((field, i) => field.labelled(axisNames[i]!));
    this.points = make('div', { className: 'numbers' }, ...numbers, this.unit);
    this.axisRow = make('label', { className: 'pair' }, this.axisName, this.axis);
    const link = make('label', { className: 'pair' }, make('span', {}, 'on'), this.link);
    const legend = make('legend', {}, `Frame ${name}`);
    this.element = make('fieldset', { className: 'frame' }, legend, link, this.points, this.axisRow);
    this.element.addEventListener(
      'input',
      ({ target }) => (this.typed ||= this.points.contains(target as Node)),
    );
  }

  /** The links of another model. */
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
    return this.points.hidden ? origin : (this.fields.map(({ value }) => value) as unknown as Vec3);
  }

  set position(position: Vec3) {
    position.forEach((each, i) => this.fields[i]!.set(each));
  }

  /** `now`: how the other frame stands, seen from this one's link. */
  rotation(now: () => Quat): Quat {
    const { value } = this.axis;
    if (this.axisRow.hidden || value === 'given') return this.given;
    return value === 'now' ? now() : turns[value as AxisName];
  }

  setAxis(choice: AxisName | 'now'): void {
    this.given = unturned;
    this.offerAxes(choice);
  }

  /** A frame as it was described. */
  show({ link, position, rotation }: Pick): void {
    this.linkName = link;
    this.position = position;
    this.typed = true;
    this.given = rotation;
    this.offerAxes(axisOf(rotation) ?? 'given');
  }

  /** Hides what a kind does not ask for; `axis`: what its axis is of, such as a hinge. */
  ask(numbers: 'point' | 'direction' | null, axis: string | null): void {
    this.points.hidden = !numbers;
    this.axisRow.hidden = axis === null;
    write(this.axisName, axis ?? '');
    const isDirection = numbers === 'direction';
    write(this.unit, isDirection ? '' : 'm');
    this.fields.forEach(({ input }, i) => {
      const label = isDirection ? `Direction ${axisNames[i]}` : `Point ${axisNames[i]} in metres`;
      input.setAttribute('aria-label', label);
    });
  }

  private offerAxes(choice: AxisName | 'now' | 'given'): void {
    fill(this.axis, [
      ...(choice === 'given' ? [['given', 'as it was given'] as const] : []),
      ...(this.isSecond ? [['now', 'as the other is now'] as const] : []),
      ...axisNames.map((name) => [name, `its ${name} axis`] as const),
    ]);
    this.axis.value = choice;
  }
}
