import { type Ray, Vector3 } from 'three';
import { checkView } from './check.ts';
import { Handle, type HandleOptions } from './handle.ts';
import { HandleMesh } from './handle-mesh.ts';
import { ball } from './parts.ts';
import type { RoomEdge } from './room/mark.ts';
import type { View } from './view.ts';

/** Options of an `EdgeHandle`. */
export interface EdgeHandleOptions extends Omit<HandleOptions, 'onChange'> {
  /** Metres: diameter of the ball. */
  size: number;
  /** Metres beyond the target to which an open side can be dragged. */
  most: number;
  /** Its number in words, for its name: "10°". Default: none. */
  words?: (number: number) => string;
  /** Called when the edge moves: metres or radians, counted from the target. */
  onChange?: (number: number) => void;
}

const help =
  'Drag it, or use the arrow keys: up or right for more, down or left for less. Shift moves in small steps, ' +
  'Escape goes back, Home returns it to the start.';
/** Metres per key press, as a fraction of `most`; radians. */
const [pressed, turned] = [0.01, Math.PI / 36];
/** Looks at this many places of an edge, and then between the two beside the best. */
const looks = 48;

/** An edge of a goal's room to drag: a ball on it, and over it a focusable control for mouse, touch, pen and keyboard. */
export class EdgeHandle extends Handle<HandleMesh> {
  readonly #anchor = new Vector3();

  constructor(
    view: View,
    private readonly edge: RoomEdge,
    private readonly options: EdgeHandleOptions,
  ) {
    const { onChange, ...rest } = options;
    const mesh = new HandleMesh('edge', ball(options.size / 2), edge.turns ? 'direction' : 'goal');
    super(checkView(view), mesh, { ...rest, ...(onChange && { onChange: ({ x }) => onChange(x) }) });
    this.value.x = edge.read();
    this.home.copy(this.value);
    this.place();
    this.show(this.#anchor, options.size, { label: this.#label, roleDescription: 'draggable edge', help });
  }

  get #label(): string {
    const { label = 'Edge', words } = this.options;
    return words ? `${label}, ${words(this.value.x)}` : label;
  }

  /** Moves it to where its edge is; it hides where that is open. */
  update(): void {
    const number = this.edge.read();
    const isThere = Number.isFinite(number);
    if (isThere !== this.visible) this.visible = isThere;
    if (!isThere) return;
    const isNew = number !== this.value.x;
    this.value.x = number;
    this.edge.placeAt(number, place);
    if (!place.equals(this.#anchor)) this.place();
    if (isNew) this.#name();
  }

  #name(): void {
    if (this.options.words) this.element.setAttribute('aria-label', this.#label);
  }

  /** Metres or radians, counted from the target. */
  get number(): number {
    return this.edge.read();
  }

  /** Moves the edge without calling `onChange`; beyond the other edge it takes that along. */
  setNumber(number: number): void {
    this.edge.write(number);
    this.update();
  }

  protected override confine(): void {
    const [least, most] = this.#range;
    this.value.x = Math.min(Math.max(this.value.x, least), most);
  }

  protected override tell(): void {
    this.edge.write(this.value.x);
    this.#name();
    super.tell();
  }

  protected place(): void {
    this.edge.placeAt(this.value.x, this.#anchor);
    this.object.position.copy(this.#anchor);
    this.view.invalidate();
  }

  /** To where the edge can be that is nearest to the line of sight. */
  protected drag(sight: Ray): void {
    const gap = (number: number): number => {
      this.edge.placeAt(number, place);
      return sight.distanceSqToPoint(place);
    };
    let [from, to] = this.#range;
    while (to - from > 1e-6) {
      const step = (to - from) / looks;
      let best = from;
      for (let i = 1; i <= looks; i += 1) if (gap(from + i * step) < gap(best)) best = from + i * step;
      [from, to] = [Math.max(from, best - step), Math.min(to, best + step)];
    }
    this.value.x = (from + to) / 2;
  }

  protected step(right: number, up: number, away: number, fine: boolean): void {
    const length = this.edge.turns ? turned : pressed * this.options.most;
    this.value.x += (right || up || away) * (fine ? length / 5 : length);
  }

  get #range(): readonly [least: number, most: number] {
    const far = Math.max(this.edge.turns ? Math.PI : this.options.most, Math.abs(this.edge.read()));
    const [least, most] = this.edge.range();
    return [Math.max(least, -far), Math.min(most, far)];
  }
}

const place = new Vector3();
