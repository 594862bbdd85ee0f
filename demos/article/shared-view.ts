/** What a view of the article shows, as it stands in the address. */
import type { Vec3 } from 'limber';
import { writeNumbers } from '../shell/picks.ts';
import type { ArmScene, Toggle } from './scene.ts';

export interface SharedView {
  /** File name of the scene. */
  readonly view: string;
  readonly on: readonly Toggle[];
  /** Sweeps per frame. */
  readonly sweeps: number;
  readonly goal: Vec3;
  /** Unit vector, where the scene has an arrow. */
  readonly direction: Vec3 | null;
  /** Joint values: radians, or quaternions where the hinges are off. */
  readonly q: readonly number[];
}

const toggles: readonly Toggle[] = ['hinges', 'limits', 'direction', 'annealing', 'axes', 'arcs'];

export function writeSharedView(shared: SharedView): string {
  const query = new URLSearchParams({ view: shared.view, on: shared.on.join(',') });
  if (shared.sweeps !== 1) query.set('sweeps', String(shared.sweeps));
  query.set('goal', writeNumbers(shared.goal));
  if (shared.direction) query.set('direction', writeNumbers(shared.direction));
  query.set('q', writeNumbers(shared.q));
  // Commas are allowed in a query and read better than %2C.
  return `?${query.toString().replaceAll('%2C', ',')}`;
}

/** Null: the address is of the article as it is, or makes no sense. */
export function readSharedView(text: string): SharedView | null {
  const query = new URLSearchParams(text);
  const list = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  const numbers = (name: string) => list(name).map(Number);
  const point = (name: string) => {
    const values = numbers(name);
    return values.length === 3 && values.every(Number.isFinite) ? (values as unknown as Vec3) : null;
  };
  const view = query.get('view');
  const goal = point('goal');
  const q = numbers('q');
  const sweeps = Number(query.get('sweeps') ?? 1);
  if (!view || !goal || !q.every(Number.isFinite)) return null;
  return {
    view,
    on: toggles.filter((each) => list('on').includes(each)),
    sweeps: Number.isInteger(sweeps) && sweeps >= 1 && sweeps <= 20 ? sweeps : 1,
    goal,
    direction: point('direction'),
    q,
  };
}

/** The scene as it was shared. */
export function asShared(scene: ArmScene, { on, sweeps, goal, direction, q }: SharedView): ArmScene {
  const arrow = scene.direction && direction ? { direction } : {};
  return { ...scene, on, sweeps, goal, start: q, ...arrow };
}
