/** The way of a person who is only seen about the hips: the foot that stands stays where it is. */
import { Vector3 } from 'three';
import { sides } from '../gltf/roles.ts';

/** Seconds over which velocities are fitted, because noise of millimetres would hide them from differences. */
const span = 0.1;
/** Seconds for which the person goes on while a foot is hidden. */
const bridged = 0.3;
/**
 * The foot that stands is the lowest, and goes back under the hips as fast as the person goes forward. A speed that is off by
 * a leg's length per second counts as these lengths of height.
 */
const perSpeed = 0.06;
/** A speed counts up to this: once it is wrong, as after a turn, a foot that swings would fit better than one that stands. */
const most = 3;
/** Of the person's velocity: a foot that lands or leaves goes back more slowly than one that stands, never faster. */
const ahead = 1.2;
/** Another point comes to stand if it is better by this, in lengths of a leg: noise must not do it. */
const margin = 0.04;
/** Half-lives in seconds of the velocity to which feet are compared, and of that by which the person goes. */
const [halfLife, smoothing] = [0.1, 0.04];
/**
 * If no point's speed is nearer to the person's, in lengths of a leg per second, both feet are in the air; not for
 * longer, in seconds.
 */
const [flying, longest] = [1.2, 0.5];

/** A point of a sole about the hips, over the last moments. */
interface Sole {
  readonly path: { readonly place: Vector3; readonly time: number }[];
  readonly velocity: Vector3;
  height: number;
}

/** Fits a line to the path. Returns whether it is long enough. */
function fit({ path, velocity }: Sole, mean: Vector3): boolean {
  const share = 1 / path.length;
  const middle = path.reduce((sum, { time }) => sum + share * time, 0);
  mean.set(0, 0, 0);
  velocity.set(0, 0, 0);
  let spread = 0;
  for (const { place, time } of path) {
    mean.addScaledVector(place, share);
    velocity.addScaledVector(place, time - middle);
    spread += (time - middle) ** 2;
  }
  velocity.divideScalar(spread).setY(0);
  return path.at(-1)!.time - path[0]!.time > span / 2;
}

export class Travel {
  /** Of the hips, on level ground. */
  readonly way = new Vector3();
  readonly #velocity = new Vector3();
  /** The same with less delay. */
  readonly #pace = new Vector3();
  readonly #soles = new Map<string, Sole>();
  #standing: string | undefined;
  /** Seconds. */
  #inAir = 0;
  #lost = 0;

  /** `leg`: length of a leg, in the places' unit. */
  constructor(readonly leg: number) {}

  /**
   * Takes the points of the soles that are seen, about the hips, by names that begin with `left` or `right`. `dt`:
   * seconds above 0.
   */
  step(seen: ReadonlyMap<string, Vector3>, time: number, dt: number): void {
    for (const name of this.#soles.keys()) if (!seen.has(name)) this.#soles.delete(name);
    const fitted = [...seen].filter(([name, place]) => this.#add(name, place, time)).map(([name]) => name);
    // One foot that swings alone would drive the person back.
    const isLost = !sides.every((side) => fitted.some((name) => name.startsWith(side)));
    this.#lost = isLost ? this.#lost + dt : 0;
    if (this.#lost > bridged) for (const each of [this.#velocity, this.#pace]) each.set(0, 0, 0);
    if (!isLost) this.#stand(fitted, dt);
    this.way.addScaledVector(this.#pace, dt);
  }

  /** Finds the point that stands, among those whose paths are long enough. */
  #stand(fitted: readonly string[], dt: number): void {
    wanted.copy(this.#velocity).multiplyScalar(ahead);
    const off = (name: string) => this.#soles.get(name)!.velocity.distanceTo(wanted) / this.leg;
    this.#inAir = fitted.every((name) => off(name) > flying) ? this.#inAir + dt : 0;
    if (this.#inAir > 0 && this.#inAir < longest) return;
    const cost = (name: string) =>
      this.#height(name, fitted) / this.leg + perSpeed * Math.min(most, off(name));
    const best = fitted.reduce((a, b) => (cost(b) < cost(a) ? b : a));
    const standing = this.#standing;
    if (standing === undefined || !fitted.includes(standing) || cost(best) < cost(standing) - margin)
      this.#standing = best;
    const { velocity } = this.#soles.get(this.#standing!)!;
    this.#pace.lerp(velocity, 1 - 2 ** (-dt / smoothing));
    this.#velocity.lerp(velocity, 1 - 2 ** (-dt / halfLife));
  }

  /** The middle of a point's height and its foot's mean one: a foot that swings lifts its heel. */
  #height(name: string, fitted: readonly string[]): number {
    const foot = fitted.filter((other) => other.startsWith(name.slice(0, 4)));
    const mean = foot.reduce((sum, other) => sum + this.#soles.get(other)!.height / foot.length, 0);
    return (this.#soles.get(name)!.height + mean) / 2;
  }

  /** Adds to a point's path, and finds how fast the hips go if it stands. Returns whether its path is long enough. */
  #add(name: string, place: Vector3, time: number): boolean {
    const sole = this.#soles.get(name) ?? { path: [], velocity: new Vector3(), height: 0 };
    this.#soles.set(name, sole);
    sole.path.push({ place: place.clone(), time });
    while (sole.path.length > 2 && time - sole.path[0]!.time > span + 1e-9) sole.path.shift();
    const isLong = fit(sole, mean);
    sole.height = mean.y;
    sole.velocity.negate();
    return isLong;
  }

  /** Forgets the feet, after a gap in time; the way stays. */
  restart(): void {
    for (const each of [this.#velocity, this.#pace]) each.set(0, 0, 0);
    this.#soles.clear();
    this.#standing = undefined;
    this.#inAir = this.#lost = 0;
  }
}

const mean = new Vector3();
const wanted = new Vector3();
