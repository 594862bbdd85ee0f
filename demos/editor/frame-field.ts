/** One of two frames: on which link, where on it, and along which of its axes. */
import type { Problem, Quat, Vec3 } from 'limber';
import { fill, make, write } from '../shell/dom.ts';
import { axisNames, axisOf, origin, turns, unturned, type AxisName, type Pick } from './frames.ts';
import { NumberField } from '../shell/number-field.ts';
import { world } from './words.ts';

/** As link names may be anything, the world is what no link can be called. */
const worldValue = '';

/** An axis of the link; as the other frame is now; or as it was given. */
export type AxisChoice = AxisName | 'now' | 'given';

export interface FrameParts {
  readonly point: boolean;
  readonly axis: boolean;
  /** Its numbers are a direction. */
  readonly direction: boolean;
  /** What its axis is of: "hinge". */
  readonly axisLabel: string;
}

export class FrameField {
  readonly element = make('fieldset', { className: 'frame' });
  /** Another link was picked. */
  onLink: (() => void) | null = null;
  onInput: (() => void) | null = null;
  /** The numbers are the reader's, and no other default takes their place. */
  typed = false;
  private readonly link: HTMLSelectElement;
  private readonly axis: HTMLSelectElement;
  private readonly numbers: readonly NumberField[];
  private readonly points = make('div', { className: 'numbers' });
  private readonly axisRow: HTMLElement;
  private readonly axisName = make('span');
  private readonly unit = make('span');
  private given: Quat = unturned;

  constructor(
    name: 'a' | 'b',
    legend: string,
    private readonly hasWorld: boolean,
  ) {
    this.link = make('select', { name: `${name}-link` });
    this.axis = make('select', { name: `${name}-axis` });
    this.numbers = axisNames.map((axis) => new NumberField(`${name}-${axis}`));
    this.points.append(...this.numbers.map((field, i) => field.labelled(axisNames[i]!)), this.unit);
    this.axisRow = make('label', { className: 'pair' }, this.axisName, this.axis);
    const link = make('label', { className: 'pair' }, make('span', {}, 'on'), this.link);
    this.element.append(make('legend', {}, legend), link, this.points, this.axisRow);
    this.link.addEventListener('change', () => this.onLink?.());
    this.axis.addEventListener('change', () => this.onInput?.());
    for (const { input } of this.numbers) {
      input.addEventListener('input', () => {
        this.typed = true;
        this.onInput?.();
      });
    }
  }

  /** The links of another model. */
  offer({ model }: Problem): void {
    const links = model.links.map(({ name }) => [name, name] as const);
    fill(this.link, this.hasWorld ? [[worldValue, world], ...links] : links);
  }

  get linkName(): string | null {
    return this.link.value === worldValue ? null : this.link.value;
  }

  set linkName(name: string | null) {
    this.link.value = name ?? worldValue;
  }

  get position(): Vec3 {
    return this.points.hidden ? origin : (this.numbers.map(({ value }) => value) as unknown as Vec3);
  }

  setPosition(position: Vec3): void {
    position.forEach((each, i) => this.numbers[i]!.set(each));
  }

  /** `now`: how the other frame stands, seen from this one's link. */
  rotation(now: () => Quat): Quat {
    const choice = this.axis.value as AxisChoice;
    if (this.axisRow.hidden || choice === 'given') return this.given;
    return choice === 'now' ? now() : turns[choice];
  }

  setAxis(choice: AxisName | 'now'): void {
    this.given = unturned;
    this.offerAxes(choice === 'now' || this.hasWorld);
    this.axis.value = choice;
  }

  /** A frame as it was described. */
  show({ link, position, rotation }: Pick): void {
    this.linkName = link;
    this.setPosition(position);
    this.typed = true;
    this.given = rotation;
    const axis = axisOf(rotation);
    this.offerAxes(this.hasWorld, axis === null);
    this.axis.value = axis ?? 'given';
  }

  /** Hides what a kind does not ask for. */
  setParts({ point, axis, direction, axisLabel }: FrameParts): void {
    this.points.hidden = !point && !direction;
    this.axisRow.hidden = !axis;
    write(this.axisName, axisLabel);
    write(this.unit, direction ? '' : 'm');
    const what = direction ? 'Direction' : 'Point';
    this.numbers.forEach(({ input }, i) => {
      input.setAttribute(
        'aria-label',
        direction ? `${what} ${axisNames[i]}` : `${what} ${axisNames[i]} in metres`,
      );
    });
  }

  private offerAxes(hasNow: boolean, isGiven = false): void {
    fill(this.axis, [
      ...(isGiven ? [['given', 'as it was given'] as const] : []),
      ...(hasNow ? [['now', 'as the other is now'] as const] : []),
      ...axisNames.map((name) => [name, `its ${name} axis`] as const),
    ]);
  }
}
