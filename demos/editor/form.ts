/** The form in which a loop or a constraint is made or changed. */
import { LimberError, poseAxes, type PoseAxis, type Problem } from 'limber';
import { button, fill, make, write } from '../shell/dom.ts';
import { FrameField } from './frame-field.ts';
import { farPoint, jointAxis, placeNow, seenFrom, zOf, turned, type Pick } from './frames.ts';
import {
  closureKinds,
  isClosure,
  kindOf,
  settableMotions,
  wishKinds,
  type Draft,
  type TieKind,
  type FormPart,
} from './kinds.ts';
import { NumberField } from '../shell/number-field.ts';
import { sides, type Side } from '../shell/sides.ts';

const degree = Math.PI / 180;

const sideWords: Readonly<Record<Side, string>> = {
  exact: 'exactly',
  inside: 'at most',
  outside: 'at least',
};

/** What the axis of each frame is of, where it is not that of a hinge or a slide. */
const axisLabels: Readonly<Record<string, string>> = {
  fixed: 'turned along',
  pose: 'turned along',
  orientation: 'turned along',
  line: 'line along',
  plane: 'normal along',
};

export interface FormSetup {
  readonly problem: () => Problem;
  /** On the button. */
  readonly action: string;
  /** A LimberError is shown in the form. */
  readonly onSubmit: (draft: Draft) => void;
  readonly onCancel?: () => void;
  /** The frames may be others. */
  readonly onInput: () => void;
}

function group(label: string, kinds: readonly TieKind[]): HTMLOptGroupElement {
  const element = make('optgroup', { label });
  element.append(...kinds.map(({ name, title }) => new Option(title, name)));
  return element;
}

export class Form {
  readonly element = make('form', { className: 'editor-form', noValidate: true });
  private readonly kind = make('select', { name: 'kind' });
  private readonly a = new FrameField('a', 'Frame a', false);
  private readonly b = new FrameField('b', 'Frame b', true);
  private readonly held = poseAxes.map((axis) =>
    make('input', { type: 'checkbox', name: 'held', value: axis }),
  );
  private readonly side = make('select', { name: 'side' });
  private readonly distance = new NumberField('distance', 0.1);
  private readonly motion = make('select', { name: 'motion' });
  private readonly value = new NumberField('value');
  private readonly unit = make('span');
  private readonly weight = new NumberField('weight', 1, 0.1);
  private readonly rows: Readonly<Record<'held' | 'distance' | 'motion', HTMLElement>>;
  private readonly trouble = make('p', { className: 'trouble' });
  private distanceTyped = false;
  private offered: Problem['model'] | null = null;

  constructor(private readonly setup: FormSetup) {
    this.rows = this.build();
    this.listen();
    this.offer();
  }

  /** Links and defaults of the model that there is now. */
  offer(): void {
    const problem = this.setup.problem();
    if (this.offered === problem.model) return;
    this.offered = problem.model;
    for (const field of [this.a, this.b]) {
      field.offer(problem);
      field.typed = false;
    }
    this.a.linkName = likelyTip(problem);
    this.b.linkName = null;
    this.takeLink();
  }

  /** A loop or goal as it is now. */
  show(draft: Partial<Draft> & { readonly kind: string; readonly a: Pick }): void {
    this.kind.value = draft.kind;
    this.a.show(draft.a);
    if (draft.b) this.b.show(draft.b);
    if (draft.side) this.side.value = draft.side;
    if (draft.distance !== undefined) this.distance.set(draft.distance);
    this.distanceTyped = draft.distance !== undefined;
    for (const box of this.held) box.checked = draft.held?.includes(box.value as PoseAxis) ?? true;
    this.offerMotions();
    if (draft.motion !== undefined) this.motion.value = String(draft.motion);
    if (draft.value !== undefined) this.value.set(this.slides ? draft.value : draft.value / degree);
    this.weight.set(draft.weight ?? 1);
    this.showParts();
  }

  /** What is filled in. */
  get draft(): Draft {
    const problem = this.setup.problem();
    const [aLink, bLink] = [this.a.linkName, this.has('b') ? this.b.linkName : null];
    const a: Pick = { link: aLink, position: this.a.position, rotation: this.a.rotation(() => [0, 0, 0, 1]) };
    const now = () => seenFrom(problem, bLink, a).rotation;
    return {
      kind: this.kind.value,
      a,
      b: { link: bLink, position: this.b.position, rotation: this.b.rotation(now) },
      held: this.held.filter(({ checked }) => checked).map(({ value }) => value as PoseAxis),
      side: this.side.value as Side,
      distance: this.distance.value,
      motion: Number(this.motion.value),
      value: this.value.value * (this.slides ? 1 : degree),
      weight: this.weight.value,
    };
  }

  /** The frames to draw: a, and b where it is a frame. */
  get picks(): readonly [Pick | null, Pick | null] {
    const { a, b } = this.draft;
    const isFrame = this.has('bPoint') || this.has('bAxis');
    return [this.has('motion') ? null : a, isFrame ? b : null];
  }

  focus(): void {
    this.kind.focus();
  }

  private has(part: FormPart): boolean {
    return kindOf(this.kind.value).parts.includes(part);
  }

  private get slides(): boolean {
    const motions = settableMotions(this.setup.problem(), this.a.linkName!);
    return motions.find(({ index }) => index === Number(this.motion.value))?.slides ?? false;
  }

  private build(): Form['rows'] {
    this.kind.append(group('Close a loop', closureKinds), group('Constrain', wishKinds));
    this.kind.value = 'revolute';
    fill(
      this.side,
      sides.map((side) => [side, sideWords[side]] as const),
    );
    const boxes = this.held.map((box, i) => make('label', { className: 'box' }, box, poseAxes[i]!));
    const held = make('fieldset', { className: 'held' }, make('legend', {}, 'Held, of b’s axes'), ...boxes);
    this.distance.input.setAttribute('aria-label', 'Distance in metres');
    const distance = make(
      'div',
      { className: 'pair' },
      this.side,
      this.distance.measured(make('span', {}, 'm')),
    );
    const motion = make('div', { className: 'pair' }, this.motion, this.value.measured(this.unit));
    this.side.setAttribute('aria-label', 'Distance');
    this.motion.setAttribute('aria-label', 'Motion of the joint');
    this.trouble.setAttribute('role', 'alert');
    const submit = make(
      'button',
      { type: 'submit', className: 'primary', name: 'submit' },
      this.setup.action,
    );
    const actions = make('div', { className: 'actions' }, submit);
    if (this.setup.onCancel) actions.append(button('Cancel', 'cancel', this.setup.onCancel));
    const kind = make('label', { className: 'pair' }, make('span', {}, 'kind'), this.kind);
    const weight = make('label', { className: 'pair' }, make('span', {}, 'weight'), this.weight.input);
    this.element.append(
      kind,
      this.a.element,
      this.b.element,
      held,
      distance,
      motion,
      weight,
      this.trouble,
      actions,
    );
    for (const box of this.held) box.checked = true;
    return { held, distance, motion };
  }

  private listen(): void {
    const { a, b, element } = this;
    a.onLink = () => this.takeLink();
    b.onLink = () => {
      b.typed = false;
      this.suggest();
    };
    a.onInput = b.onInput = () => this.suggest();
    this.kind.addEventListener('change', () => this.takeKind());
    this.motion.addEventListener('change', () => this.showMotion());
    this.distance.input.addEventListener('input', () => (this.distanceTyped = true));
    element.addEventListener('focusin', () => this.setup.onInput());
    element.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.setup.onCancel?.();
    });
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  private submit(): void {
    write(this.trouble, '');
    try {
      this.setup.onSubmit(this.draft);
    } catch (error) {
      if (!(error instanceof LimberError)) throw error;
      write(this.trouble, sentence(error.message));
    }
  }

  private takeLink(): void {
    this.a.typed = false;
    this.offerMotions();
    this.takeKind();
  }

  /** Another kind asks for other things; what the reader has typed stays. */
  private takeKind(): void {
    const { a, b } = this;
    const problem = this.setup.problem();
    const kind = this.kind.value;
    a.setAxis(isClosure(kind) ? jointAxis(problem, a.linkName!) : 'z');
    b.setAxis(kind === 'line' || kind === 'plane' ? (b.linkName === null ? 'y' : 'z') : 'now');
    if (this.has('direction') !== this.isDirection) b.typed = false;
    this.showParts();
    this.suggest();
  }

  private isDirection = false;

  private showParts(): void {
    const kind = this.kind.value;
    const label = axisLabels[kind] ?? (isClosure(kind) ? 'axis along' : 'pointing along');
    this.isDirection = this.has('direction');
    const direction = this.isDirection;
    this.a.setParts({
      point: this.has('aPoint'),
      axis: this.has('aAxis'),
      direction: false,
      axisLabel: label,
    });
    this.b.setParts({ point: this.has('bPoint'), axis: this.has('bAxis'), direction, axisLabel: label });
    this.b.element.hidden = !this.has('b');
    for (const part of ['held', 'distance', 'motion'] as const) this.rows[part].hidden = !this.has(part);
    this.setup.onInput();
  }

  /** Defaults of what the reader has not typed. */
  private suggest(): void {
    const problem = this.setup.problem();
    const { a, b } = this;
    if (!a.typed) a.setPosition(farPoint(problem, a.linkName!));
    const pick: Pick = { ...this.draft.a };
    if (!b.typed && this.has('b')) {
      const seen = seenFrom(problem, b.linkName, pick);
      const point = b.linkName === null ? seen.position : farPoint(problem, b.linkName);
      b.setPosition(this.isDirection ? turned(seen.rotation, zOf([0, 0, 0, 1])) : point);
    }
    if (this.has('distance') && !this.distanceTyped) {
      const [from, to] = [pick, this.draft.b].map((each) => placeNow(problem, each).position);
      this.distance.set(Number(from!.distanceTo(to!).toFixed(2)) || 0.1);
    }
    this.setup.onInput();
  }

  private offerMotions(): void {
    const motions = settableMotions(this.setup.problem(), this.a.linkName!);
    const many = motions.length > 1;
    const title = (slides: boolean, i: number) => `${slides ? 'slide' : 'turn'}${many ? ` ${i + 1}` : ''}`;
    fill(
      this.motion,
      motions.map(({ index, slides }, i) => [String(index), title(slides, i)] as const),
    );
    this.showMotion();
  }

  /** The value that the motion has now. */
  private showMotion(): void {
    const { model, state } = this.setup.problem();
    const link = model.links[model.findLink(this.a.linkName!)];
    const motion = link?.motions[Number(this.motion.value)];
    const value = motion ? state.q[motion.qIndex]! : Number.NaN;
    const { slides } = this;
    this.value.set(slides ? value : value / degree);
    this.value.input.step = slides ? '0.01' : '1';
    this.value.input.setAttribute('aria-label', slides ? 'Value in metres' : 'Value in degrees');
    write(this.unit, slides ? 'm' : '°');
  }
}

/** The first end of the tree that no loop holds; else the last link. */
function likelyTip({ model, loops }: Problem): string {
  const tied = new Set(loops.flatMap(({ description: { a, b } }) => [a.link, b.link]));
  const isEnd = (index: number) => !model.links.some(({ parent }) => parent === index);
  const ends = model.links.filter(({ index }) => isEnd(index));
  return (ends.find(({ name }) => !tied.has(name)) ?? ends.at(-1)!).name;
}

/** What an error says, as a sentence; what begins with a path of the JSON keeps its small letter. */
export const sentence = (text: string): string => {
  const begun = /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
