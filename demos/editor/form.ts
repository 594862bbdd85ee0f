/** The form to create or change a loop or a constraint. */
import { LimberError, poseAxes, type PoseAxis, type Problem } from 'limber';
import { sentenceOf } from 'limber/bench';
import { button, fill, make, write } from '../shell/dom.ts';
import { NumberField } from '../shell/number-field.ts';
import { sides, type Side } from '../shell/sides.ts';
import { FrameField } from './frame-field.ts';
import { farPoint, jointAxis, placeNow, seenFrom, turned, unturned, zOf, type Pick } from './frames.ts';
import {
  closureKinds,
  isClosure,
  kindOf,
  settableMotions,
  wishKinds,
  type Draft,
  type FormPart,
  type Tie,
} from './ties.ts';

const degree = Math.PI / 180;

const sideWords: Readonly<Record<Side, string>> = {
  exact: 'exactly',
  inside: 'at most',
  outside: 'at least',
};

interface FormSetup {
  readonly problem: () => Problem;
  /** Text of the button. */
  readonly action: string;
  /** May throw a LimberError, which is shown in the form. */
  readonly onSubmit: (draft: Draft) => void;
  readonly onCancel?: () => void;
  /** Called when the frames may have changed. */
  readonly onInput: () => void;
}

const group = (label: string, kinds: readonly Tie[]): HTMLElement =>
  make('optgroup', { label }, ...kinds.map(({ name, title }) => new Option(title, name)));

const pair = (name: string, field: HTMLElement): HTMLElement =>
  make('label', { className: 'pair' }, make('span', {}, name), field);

export class Form {
  readonly element = make('form', { className: 'editor-form', noValidate: true });
  readonly #kind = make(
    'select',
    { name: 'kind' },
    group('Close a loop', closureKinds),
    group('Constrain', wishKinds),
  );
  readonly #a = new FrameField('a', false);
  readonly #b = new FrameField('b', true);
  readonly #held = poseAxes.map((value) =>
    make('input', { type: 'checkbox', name: 'held', value, checked: true }),
  );
  readonly #side = make('select', { name: 'side', ariaLabel: 'Distance' });
  readonly #distance = new NumberField('distance', 0.1);
  readonly #motion = make('select', { name: 'motion', ariaLabel: 'Motion of the joint' });
  readonly #value = new NumberField('value');
  readonly #unit = make('span');
  readonly #weight = new NumberField('weight', 1, 0.1);
  readonly #rows: Readonly<Record<'held' | 'distance' | 'motion', HTMLElement>>;
  readonly #trouble = make('p', { className: 'trouble', role: 'alert' });
  #distanceTyped = false;
  #isDirection = false;
  #offered: Problem['model'] | null = null;

  constructor(private readonly setup: FormSetup) {
    const a = this.#a;
    const b = this.#b;
    const distance = this.#distance;
    const side = this.#side;
    this.#kind.value = 'revolute';
    fill(
      side,
      sides.map((each) => [each, sideWords[each]] as const),
    );
    distance.input.ariaLabel = 'Distance in metres';
    const boxes = this.#held.map((box, i) => make('label', { className: 'box' }, box, poseAxes[i]!));
    this.#rows = {
      held: make('fieldset', { className: 'held' }, make('legend', {}, 'Held, of b’s axes'), ...boxes),
      distance: make('div', { className: 'pair' }, side, distance.measured(make('span', {}, 'm'))),
      motion: make('div', { className: 'pair' }, this.#motion, this.#value.measured(this.#unit)),
    };
    const submit = make('button', { type: 'submit', className: 'primary', name: 'submit' }, setup.action);
    const cancel = setup.onCancel ? [button('Cancel', 'cancel', setup.onCancel)] : [];
    this.element.append(
      ...[pair('kind', this.#kind), a.element, b.element, ...Object.values(this.#rows)],
      ...[pair('weight', this.#weight.input), this.#trouble],
      make('div', { className: 'actions' }, submit, ...cancel),
    );
    this.#listen();
    this.offer();
  }

  /** Offers links and defaults of the current model. */
  offer(): void {
    const problem = this.setup.problem();
    if (this.#offered === problem.model) return;
    this.#offered = problem.model;
    for (const field of [this.#a, this.#b]) field.offer(problem);
    this.#a.linkName = likelyTip(problem);
    this.#b.linkName = null;
    this.#takeLink();
  }

  /** Shows an existing loop or goal. */
  show(draft: Partial<Draft> & { readonly kind: string; readonly a: Pick }): void {
    this.#kind.value = draft.kind;
    this.#a.show(draft.a);
    if (draft.b) this.#b.show(draft.b);
    if (draft.side) this.#side.value = draft.side;
    if (draft.distance !== undefined) this.#distance.set(draft.distance);
    this.#distanceTyped = draft.distance !== undefined;
    for (const box of this.#held) box.checked = draft.held?.includes(box.value as PoseAxis) ?? true;
    this.#offerMotions();
    if (draft.motion !== undefined) this.#motion.value = String(draft.motion);
    if (draft.value !== undefined) this.#value.set(this.#slides ? draft.value : draft.value / degree);
    this.#weight.set(draft.weight ?? 1);
    this.#showParts();
  }

  /** The form's contents. */
  get draft(): Draft {
    const a = this.#a;
    const b = this.#b;
    const pick: Pick = { link: a.linkName, position: a.position, rotation: a.rotation(() => unturned) };
    const link = this.#has('motion') ? null : b.linkName;
    const now = () => seenFrom(this.setup.problem(), link, pick).rotation;
    return {
      kind: this.#kind.value,
      a: pick,
      b: { link, position: b.position, rotation: b.rotation(now) },
      held: this.#held.filter(({ checked }) => checked).map(({ value }) => value as PoseAxis),
      side: this.#side.value as Side,
      distance: this.#distance.value,
      motion: Number(this.#motion.value),
      value: this.#value.value * (this.#slides ? 1 : degree),
      weight: this.#weight.value,
    };
  }

  /** Frames to draw: a, and b where it is a frame. */
  get picks(): readonly [Pick | null, Pick | null] {
    const { a, b } = this.draft;
    return [this.#has('motion') ? null : a, this.#has('bPoint') || this.#has('bAxis') ? b : null];
  }

  focus(): void {
    this.#kind.focus();
  }

  #has(part: FormPart): boolean {
    return kindOf(this.#kind.value).parts.includes(part);
  }

  get #slides(): boolean {
    const motions = settableMotions(this.setup.problem(), this.#a.linkName!);
    return motions.find(({ index }) => index === Number(this.#motion.value))?.slides ?? false;
  }

  #listen(): void {
    const { element, setup } = this;
    const a = this.#a;
    const b = this.#b;
    const changes = new Map<EventTarget | null, () => void>([
      [this.#kind, () => this.#takeKind()],
      [this.#motion, () => this.#showMotion()],
      [a.link, () => this.#takeLink()],
      [
        b.link,
        () => {
          b.typed = false;
          this.#suggest();
        },
      ],
      [a.axis, () => this.#suggest()],
      [b.axis, () => this.#suggest()],
    ]);
    element.addEventListener('change', ({ target }) => changes.get(target)?.());
    for (const field of [a, b]) field.element.addEventListener('input', () => this.#suggest());
    this.#distance.input.addEventListener('input', () => (this.#distanceTyped = true));
    element.addEventListener('focusin', setup.onInput);
    element.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') setup.onCancel?.();
    });
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      // Cleared first, so that screen readers read the same complaint again.
      write(this.#trouble, '');
      write(
        this.#trouble,
        complaintOf(() => setup.onSubmit(this.draft)),
      );
    });
  }

  #takeLink(): void {
    this.#a.typed = false;
    this.#offerMotions();
    this.#takeKind();
  }

  /** Another kind has other fields; the reader's input stays. */
  #takeKind(): void {
    const a = this.#a;
    const b = this.#b;
    const kind = this.#kind.value;
    a.setAxis(isClosure(kind) ? jointAxis(this.setup.problem(), a.linkName!) : 'z');
    b.setAxis(kindOf(kind).free ? (b.linkName === null ? 'y' : 'z') : 'now');
    if (this.#has('direction') !== this.#isDirection) b.typed = false;
    this.#showParts();
    this.#suggest();
  }

  #showParts(): void {
    const { axis } = kindOf(this.#kind.value);
    this.#isDirection = this.#has('direction');
    this.#a.ask(this.#has('aPoint') ? 'point' : null, this.#has('aAxis') ? axis : null);
    const numbers = this.#isDirection ? 'direction' : this.#has('bPoint') ? 'point' : null;
    this.#b.ask(numbers, this.#has('bAxis') ? axis : null);
    this.#b.element.hidden = this.#has('motion');
    for (const part of ['held', 'distance', 'motion'] as const) this.#rows[part].hidden = !this.#has(part);
    this.setup.onInput();
  }

  /** Defaults for fields that the reader has not typed in. */
  #suggest(): void {
    const problem = this.setup.problem();
    const a = this.#a;
    const b = this.#b;
    if (!a.typed) a.position = farPoint(problem, a.linkName!);
    if (!b.typed && !this.#has('motion')) {
      const seen = seenFrom(problem, b.linkName, this.draft.a);
      const point = b.linkName === null ? seen.position : farPoint(problem, b.linkName);
      b.position = this.#isDirection ? turned(seen.rotation, zOf(unturned)) : point;
    }
    if (this.#has('distance') && !this.#distanceTyped) {
      const { a: from, b: to } = this.draft;
      const apart = placeNow(problem, from).position.distanceTo(placeNow(problem, to).position);
      this.#distance.set(Number(apart.toFixed(2)) || 0.1);
    }
    this.setup.onInput();
  }

  #offerMotions(): void {
    const motions = settableMotions(this.setup.problem(), this.#a.linkName!);
    const many = motions.length > 1;
    const title = (slides: boolean, i: number) => `${slides ? 'slide' : 'turn'}${many ? ` ${i + 1}` : ''}`;
    fill(
      this.#motion,
      motions.map(({ index, slides }, i) => [String(index), title(slides, i)] as const),
    );
    this.#showMotion();
  }

  /** Shows the motion's current value. */
  #showMotion(): void {
    const { model, state } = this.setup.problem();
    const motion = model.links[model.findLink(this.#a.linkName!)]?.motions[Number(this.#motion.value)];
    const value = motion ? state.q[motion.qIndex]! : Number.NaN;
    const slides = this.#slides;
    const { input } = this.#value;
    this.#value.set(slides ? value : value / degree);
    input.step = slides ? '0.01' : '1';
    input.ariaLabel = slides ? 'Value in metres' : 'Value in degrees';
    write(this.#unit, slides ? 'm' : '°');
  }
}

/** The first leaf link that no loop holds; else the last link. */
function likelyTip({ model, loops }: Problem): string {
  const tied = new Set(loops.flatMap(({ description: { a, b } }) => [a.link, b.link]));
  const ends = model.links.filter(({ index }) => !model.links.some(({ parent }) => parent === index));
  return (ends.find(({ name }) => !tied.has(name)) ?? ends.at(-1)!).name;
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
