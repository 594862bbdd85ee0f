import { Stage } from 'limber/three';
import { make, write } from '../shell/dom.ts';
import type { Entry } from './board.ts';
import { Lane } from './lane.ts';
import { swatch } from './looks.ts';
import type { Axis } from './picks.ts';
import type { Race } from './race.ts';
import type { CurvePoint } from './racer.ts';

interface Place {
  readonly figure: HTMLElement;
  readonly host: HTMLElement;
  readonly status: HTMLElement;
  lane: Lane | null;
}

/** One view per solver, side by side; all have the same camera and targets. */
export class Lanes {
  onPoint: ((name: string | null) => void) | null = null;
  /** The reader has moved a target. */
  onMoved: (() => void) | null = null;
  readonly element: HTMLElement;
  readonly #places = new Map<string, Place>();

  constructor(private readonly entries: readonly Entry[]) {
    this.element = make('div', { className: 'lanes' }, ...entries.map((entry) => this.#makePlace(entry)));
  }

  get lanes(): Lane[] {
    return [...this.#places.values()].flatMap(({ lane }) => lane ?? []);
  }

  laneOf(name: string): Lane | null {
    return this.#places.get(name)?.lane ?? null;
  }

  /** Rebuilds the views; unsupported solvers show the reason instead. */
  fill(race: Race, hasDirection: boolean): void {
    let isFirst = true;
    for (const { name } of this.entries) {
      const place = this.#places.get(name)!;
      place.lane?.dispose();
      place.lane = null;
      const racer = race.racerOf(name);
      place.figure.hidden = !racer;
      place.status.textContent = racer?.reason ?? '';
      const isShown = racer !== null && racer.reason === null && Stage.available();
      place.host.hidden = !isShown;
      place.figure.classList.toggle('shown', isShown);
      if (!isShown) continue;
      place.lane = new Lane(place.host, race, racer, this.#laneOptions(name, isFirst), hasDirection);
      isFirst = false;
    }
  }

  /** Shows every arm at that moment; null: at its end. */
  show(axis: Axis, moment: number | null): void {
    for (const { lane, status } of this.#places.values()) {
      if (!lane) continue;
      const { curve, final, outcome } = lane.racer;
      lane.show(moment === null ? final : at(curve, axis, moment).q);
      const text = outcome?.status ?? '';
      write(status, text);
    }
  }

  highlight(name: string | null): void {
    for (const [each, { figure }] of this.#places) figure.classList.toggle('lit', each === name);
  }

  #laneOptions(title: string, inTabOrder: boolean) {
    return {
      title,
      inTabOrder,
      onMoved: () => {
        for (const lane of this.lanes) lane.update();
        this.onMoved?.();
      },
      onCamera: (from: Lane) => {
        for (const lane of this.lanes) if (lane !== from) lane.lookFrom(from);
      },
    };
  }

  #makePlace({ name, look }: Entry): HTMLElement {
    const host = make('div', { className: 'stage' });
    const link = make('a', { href: `#solver-${name}`, innerHTML: swatch(look) }, name);
    const status = make('span', { className: 'status' });
    const figure = make('figure', { className: 'lane' }, make('figcaption', {}, link, status), host);
    figure.dataset.solver = name;
    figure.style.setProperty('--own', `var(${look.colour})`);
    figure.addEventListener('pointerenter', () => this.onPoint?.(name));
    figure.addEventListener('pointerleave', () => this.onPoint?.(null));
    figure.addEventListener('focusin', () => this.onPoint?.(name));
    figure.addEventListener('focusout', () => this.onPoint?.(null));
    this.#places.set(name, { figure, host, status, lane: null });
    return figure;
  }
}

/** The last point that is not later; the first if all are. */
function at(curve: readonly CurvePoint[], axis: Axis, moment: number): CurvePoint {
  const place = ({ iterations, us }: CurvePoint) => (axis === 'us' ? (us ?? 0) : iterations);
  const next = curve.findIndex((point) => place(point) > moment);
  return curve.at(next < 0 ? -1 : Math.max(0, next - 1))!;
}
