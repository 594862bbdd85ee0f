/** The form that creates or changes a tie: two frames, and what their tie holds. Defaults come from the present pose. */
import { LimberError, poseAxes, type PoseAxis, type Problem, type Vec3 } from 'limber';
import { sentenceOf } from 'limber/bench';
import { button, fill, make, write } from '../shell/dom.ts';
import { axisNames, axisOf, farPoint, jointAxis, origin, placeNow, seenFrom, turned } from './frames.ts';
import { turns, unturned, zOf, type AxisName, type Pick } from './frames.ts';
import { closureKinds, isClosure, kindOf, settableMotions, wishKinds, world } from './kinds.ts';
import type { Draft, FormPart, Kind } from './kinds.ts';

const degree = Math.PI / 180;
type End = 'a' | 'b';

const options = (kinds: readonly Kind[]): string =>
  kinds.map(({ name, title }) => `<option value="${name}">${title}</option>`).join('');
const number = (name: string, label: string): string =>
  `<input type="number" name="${name}" step="0.01" aria-label="${label}" />`;
const frame = (end: End, parts: string): string => `
  <label class="pair" data-end="${end}">frame ${end} on <select name="${end}-link"></select></label>
  <div class="pair" data-part="${parts}">at, in metres <span class="vector">
    ${axisNames.map((axis) => number(`${end}-${axis}`, `Frame ${end}, ${axis}`)).join('')}</span></div>
  <label class="pair" data-part="${end}Axis"><span data-axis></span> <select name="${end}-axis"></select></label>`;
const template = `
  <label class="pair">kind <select name="kind">
    <optgroup label="Constrain">${options(wishKinds)}</optgroup>
    <optgroup label="Close a loop">${options(closureKinds)}</optgroup></select></label>
  ${frame('a', 'aPoint')} ${frame('b', 'bPoint direction')}
  <fieldset class="vector" data-part="held"><legend>holds, of b’s axes</legend>
    ${poseAxes.map((axis) => `<label><input type="checkbox" name="held" value="${axis}" checked /> ${axis}</label>`).join('')}
  </fieldset>
  <div class="pair" data-part="distance">
    <select name="side" aria-label="Distance"><option value="exact">exactly</option><option value="inside">at most</option><option value="outside">at least</option></select>
    ${number('distance', 'Distance in metres')}</div>
  <div class="pair" data-part="motion"><select name="motion" aria-label="Motion of the joint"></select>
    ${number('value', 'Value, in degrees or metres')}</div>
  <label class="pair">weight ${number('weight', 'Weight')}</label>
  <p class="trouble" role="alert"></p>`;

/** `onSubmit` may throw a LimberError, which is shown in the form; `onInput`: the frames may have changed. */
export interface FormSetup {
  readonly problem: () => Problem;
  readonly onSubmit: (draft: Draft) => void;
  readonly onCancel: () => void;
  readonly onInput: () => void;
}

export class Form {
  readonly element = make('form', { noValidate: true, innerHTML: template });
  /** Names of fields that the reader has filled in: no default replaces them. */
  readonly #typed = new Set<string>();
  /** The rotation of a frame whose axis is none of its link's. */
  readonly #given = { a: unturned, b: unturned };

  /** `given`: a tie to change. */
  constructor(
    private readonly setup: FormSetup,
    given: Partial<Draft> | null = null,
  ) {
    const submit = make('button', { type: 'submit', className: 'primary', name: 'submit' }, 'Apply');
    const cancel = button('Cancel', 'cancel', setup.onCancel);
    this.element.append(make('div', { className: 'actions' }, submit, cancel));
    this.#fill(given);
    this.#listen();
  }

  /** The form's contents. */
  get draft(): Draft {
    const b = this.#pick('b');
    return {
      kind: this.#field('kind').value,
      a: this.#pick('a'),
      b: { ...b, link: this.#has('motion') ? null : b.link },
      held: new FormData(this.element).getAll('held') as PoseAxis[],
      side: this.#field('side').value as Draft['side'],
      distance: this.#number('distance'),
      motion: Number(this.#field('motion').value),
      value: this.#number('value') * this.#unit,
      weight: this.#number('weight'),
    };
  }

  /** Frames to draw: a, and b where it is a frame. */
  get picks(): readonly [Pick | null, Pick | null] {
    const { a, b } = this.draft;
    return [this.#has('motion') ? null : a, this.#has('bPoint') || this.#has('bAxis') ? b : null];
  }

  focus(): void {
    this.#field('kind').focus();
  }

  #field(name: string): HTMLInputElement & HTMLSelectElement {
    return this.element.elements.namedItem(name) as HTMLInputElement & HTMLSelectElement;
  }

  #number(name: string): number {
    return this.#field(name).valueAsNumber;
  }

  #write(name: string, value: number): void {
    // Without the noise of the last digits.
    this.#field(name).value = String(Number(value.toFixed(12)) + 0);
  }

  #pick(end: End): Pick {
    const [x, y, z] = axisNames.map((axis) => this.#number(`${end}-${axis}`)) as [...Vec3];
    const hasPoint = this.#has(`${end}Point`) || (end === 'b' && this.#has('direction'));
    const axis = this.#has(`${end}Axis`) ? this.#field(`${end}-axis`).value : '';
    return {
      link: this.#field(`${end}-link`).value || null,
      position: hasPoint ? [x, y, z] : origin,
      rotation: turns[axis as AxisName] ?? this.#given[end],
    };
  }

  #place(end: End, position: readonly number[]): void {
    if (!this.#typed.has(end)) axisNames.forEach((axis, i) => this.#write(`${end}-${axis}`, position[i]!));
  }

  #has(part: FormPart): boolean {
    return kindOf(this.#field('kind').value).parts.includes(part);
  }

  /** Metres or radians per unit of the shown value. */
  get #unit(): number {
    const motions = settableMotions(this.setup.problem(), this.#field('a-link').value);
    return motions.find(({ index }) => index === Number(this.#field('motion').value))?.slides ? 1 : degree;
  }

  #fill(given: Partial<Draft> | null): void {
    const problem = this.setup.problem();
    const links = problem.model.links.map(({ name }) => [name, name] as const);
    for (const end of ['a', 'b'] as const) {
      const pick = given?.[end];
      fill(this.#field(`${end}-link`), end === 'b' ? [['', world], ...links] : links);
      fill(this.#field(`${end}-axis`), [
        ...(pick && !axisOf(pick.rotation) ? [['given', 'as it was given'] as const] : []),
        ...(end === 'b' ? [['now', 'as the other is now'] as const] : []),
        ...axisNames.map((name) => [name, `its ${name} axis`] as const),
      ]);
      this.#field(`${end}-link`).value = (pick ? pick.link : end === 'a' && links.at(-1)![0]) || '';
      if (!pick) continue;
      this.#place(end, pick.position);
      this.#given[end] = pick.rotation;
      this.#field(`${end}-axis`).value = axisOf(pick.rotation) ?? 'given';
      this.#typed.add(end);
    }
    this.#field('kind').value = given?.kind ?? 'pose';
    for (const box of this.element.querySelectorAll<HTMLInputElement>('[name=held]'))
      box.checked = given?.held?.includes(box.value as PoseAxis) ?? true;
    if (given?.side) this.#field('side').value = given.side;
    if (given?.distance !== undefined) this.#typed.add('distance');
    this.#write('distance', given?.distance ?? 0.1);
    this.#write('weight', given?.weight ?? 1);
    if (!given) return this.#takeKind();
    this.#offerMotions(given.motion);
    if (given.value !== undefined) this.#write('value', given.value / this.#unit);
    this.#show();
  }

  #listen(): void {
    const { element, setup } = this;
    element.addEventListener('input', ({ target }) => {
      const { name } = target as HTMLInputElement;
      const end = name[0] as End;
      if (/^[ab]-[xyz]$/.test(name)) this.#typed.add(end);
      if (name === 'distance') this.#typed.add(name);
      if (name.endsWith('-link')) this.#typed.delete(end);
      if (name === 'kind' || name === 'a-link') this.#takeKind();
      else if (name === 'motion') this.#offerMotions(Number(this.#field(name).value));
      else this.#suggest();
    });
    element.addEventListener('keydown', ({ key }) => key === 'Escape' && setup.onCancel());
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      const trouble = element.querySelector('.trouble')!;
      // Cleared first, so that screen readers read the same complaint again.
      write(trouble, '');
      write(
        trouble,
        complaintOf(() => {
          const numbers = [...element.querySelectorAll<HTMLInputElement>('input[type=number]')];
          const empty = numbers.find((each) => each.checkVisibility() && Number.isNaN(each.valueAsNumber));
          if (empty) throw new LimberError('badDescription', `${empty.ariaLabel} is empty; give a number`);
          setup.onSubmit(this.draft);
        }),
      );
    });
  }

  /** Another kind has other axes; the reader's points stay. */
  #takeKind(): void {
    const kind = this.#field('kind').value;
    const { links } = this.setup.problem().model;
    let a = links.find(({ name }) => name === this.#field('a-link').value)!;
    // A value needs a joint that moves.
    while (this.#has('motion') && a.parent >= 0 && a.nv === 0) a = links[a.parent]!;
    this.#field('a-link').value = a.name;
    const b = this.#field('b-link').value;
    this.#field('a-axis').value = isClosure(kind) ? jointAxis(this.setup.problem(), a.name) : 'z';
    this.#field('b-axis').value = kindOf(kind).free.length > 0 ? (b ? 'z' : 'y') : 'now';
    this.#offerMotions();
    this.#show();
    this.#suggest();
  }

  #show(): void {
    for (const row of this.element.querySelectorAll<HTMLElement>('[data-part]'))
      row.hidden = !row.dataset.part!.split(' ').some((part) => this.#has(part as FormPart));
    this.element.querySelector<HTMLElement>('[data-end=b]')!.hidden = this.#has('motion');
    const { axis } = kindOf(this.#field('kind').value);
    for (const word of this.element.querySelectorAll('[data-axis]')) write(word, axis);
    this.setup.onInput();
  }

  /** Defaults for everything that the reader has not given. */
  #suggest(): void {
    const problem = this.setup.problem();
    this.#place('a', farPoint(problem, this.#field('a-link').value));
    const link = this.#field('b-link').value || null;
    const seen = seenFrom(problem, link, this.#pick('a'));
    if (this.#field('b-axis').value === 'now') this.#given.b = seen.rotation;
    const point = link === null ? seen.position : farPoint(problem, link);
    this.#place('b', this.#has('direction') ? turned(seen.rotation, zOf(unturned)) : point);
    const [from, to] = [placeNow(problem, this.#pick('a')), placeNow(problem, this.#pick('b'))];
    const apart = Number(from.position.distanceTo(to.position).toFixed(2)) || 0.1;
    if (!this.#typed.has('distance')) this.#write('distance', apart);
    this.setup.onInput();
  }

  /** Offers the motions of the joint, with the present value of one. */
  #offerMotions(picked = 0): void {
    const { model, state } = this.setup.problem();
    const link = this.#field('a-link').value;
    const motions = settableMotions(this.setup.problem(), link);
    const titles = motions.map(
      ({ index, slides }) => [`${index}`, `${slides ? 'slide' : 'turn'} ${index + 1}`] as const,
    );
    fill(this.#field('motion'), titles);
    this.#field('motion').value =
      `${motions.find(({ index }) => index === picked)?.index ?? motions[0]?.index}`;
    const motion = model.links[model.findLink(link)]?.motions[Number(this.#field('motion').value)];
    this.#write('value', motion ? state.q[motion.qIndex]! / this.#unit : NaN);
  }
}

/** The error as a sentence; one that begins with a JSON path keeps its small letter. */
export function complaintOf(act: () => void): string {
  try {
    act();
    return '';
  } catch (error) {
    if (!(error instanceof LimberError)) throw error;
    return sentenceOf(error.message);
  }
}
