/** A hinge after its aim: the axis tilts with the link, and the smallest rotation puts it back where the parent holds it. */
import { write } from '../../demos/shell/dom.ts';
import type { Point } from '../../demos/shell/plane.ts';
import { degrees } from '../../demos/shell/units.ts';
import { addLine, addSvg, Board, put, writeLine } from './board.ts';
import { row, sentence } from './parts.ts';
import { Scrubber } from './scrubber.ts';

type Place = readonly [x: number, y: number, z: number];

const sum = (...all: readonly Place[]): Place =>
  all.reduce<Place>(([x, y, z], [a, b, c]) => [x + a, y + b, z + c], [0, 0, 0]);
const scaled = ([x, y, z]: Place, factor: number): Place => [factor * x, factor * y, factor * z];
const dot = (a: Place, b: Place): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = ([a, b, c]: Place, [x, y, z]: Place): Place => [b * z - c * y, c * x - a * z, a * y - b * x];
const unit = (a: Place): Place => scaled(a, 1 / (Math.hypot(...a) || 1));
const angleBetween = (u: Place, v: Place): number => Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));

type Turn = (v: Place, part: number) => Place;

/** The smallest rotation from one direction to another, or a part of it. */
function between(from: Place, to: Place): Turn {
  const axis = unit(cross(from, to));
  const angle = angleBetween(from, to);
  return (v, part) => {
    const [cos, sin] = [Math.cos(part * angle), Math.sin(part * angle)];
    const along = scaled(axis, dot(axis, v) * (1 - cos));
    return sum(scaled(v, cos), scaled(cross(axis, v), sin), along);
  };
}

/** The axis as the parent holds it: up. The joint is the origin; metres. */
const held: Place = [0, 0, 1];
const size = 0.75;
const from = -0.26;
/** How far the reader looks down on it (radians). */
const slope = 0.5;
/** Where the goal begins; a drag keeps its depth. */
const first: Place = [0.52, 0.43, 0.47];

const seen = ([x, y, z]: Place): Point => [x, y * Math.sin(slope) + z * Math.cos(slope)];
const around = (angle: number): Place => [Math.cos(angle), Math.sin(angle), 0];
const start = around(from);

/** Points on the way of a direction under a turn. */
const fan = (turn: Turn, v: Place, radius: number, part: number): Point[] =>
  Array.from({ length: 25 }, (_, k) => seen(scaled(turn(v, (part * k) / 24), radius)));

export class Tilt {
  goal = first;
  readonly #board: Board;
  readonly #scrubber = new Scrubber(0.6, () => this.#show());
  readonly #words = sentence();
  readonly #parts: Readonly<
    Record<'best' | 'aim' | 'tilt' | 'sight' | 'way' | 'link' | 'pin' | 'axis', SVGElement>
  >;

  constructor(host: HTMLElement) {
    this.#board = new Board(host, [-0.95, -0.58, 1.9, 1.4], 'A link on a hinge, its axis, and a goal');
    const { under, middle } = this.#board;
    const circle = Array.from({ length: 73 }, (_, k) => seen(scaled(around((k / 36) * Math.PI), size)));
    addLine(under, 'polyline', 'faint', circle);
    addLine(under, 'polyline', 'links', [seen([0, 0, -0.6]), seen([0, 0, -0.1])]);
    addLine(under, 'polygon', 'plate ghost', plateOf(start, held));
    this.#parts = {
      aim: addSvg(under, 'polygon', 'sector to-goal'),
      tilt: addSvg(under, 'polygon', 'sector aim', { 'data-part': 'tilt' }),
      sight: addSvg(under, 'polyline', 'sight goal'),
      best: addSvg(under, 'circle', 'ring plain', { r: 0.035, 'data-part': 'best' }),
      way: addSvg(under, 'polyline', 'line to-goal'),
      pin: addSvg(under, 'polyline', 'path aim'),
      link: addSvg(middle, 'polygon', 'plate'),
      axis: addSvg(middle, 'polyline', 'path aim', { 'data-part': 'axis' }),
    };
    addLine(middle, 'polyline', 'sight held', [seen(scaled(held, -0.45)), seen(scaled(held, 0.8))]);
    this.#board.addGoal(
      () => seen(this.goal),
      (place) => this.#move(place),
    );
    host.append(row(this.#scrubber.play, this.#scrubber.slider), this.#words);
    this.#scrubber.restart(2);
    // The axis is tilted most.
    this.go(1);
  }

  dispose(): void {
    this.#scrubber.dispose();
  }

  /** From 0 to 1 it aims, from 1 to 2 the axis returns. */
  go(step: number): void {
    this.#scrubber.go(step);
  }

  #move([x, y]: Point): void {
    this.goal = [x, first[1], (y - first[1] * Math.sin(slope)) / Math.cos(slope)];
    this.#show();
  }

  #show(): void {
    const { at } = this.#scrubber;
    const [aimed, back] = [Math.min(at, 1), Math.max(at - 1, 0)];
    const wanted = unit(this.goal);
    const aim = between(start, wanted);
    const [tip, tilted] = [aim(start, 1), aim(held, 1)];
    const home = between(tilted, held);
    const now = (v: Place): Place => home(aim(v, aimed), back);
    const [way, axis] = [now(start), now(held)];
    const parts = this.#parts;
    const centre: Point = [0, 0];
    writeLine(parts.aim, [centre, ...fan(aim, start, 0.4, aimed)]);
    writeLine(parts.tilt, [centre, ...fan(between(held, axis), held, 0.5, 1)]);
    writeLine(parts.sight, [centre, seen(this.goal)]);
    writeLine(parts.way, [...fan(aim, start, size, aimed), ...(back > 0 ? fan(home, tip, size, back) : [])]);
    writeLine(parts.link, plateOf(way, axis));
    writeLine(parts.pin, [centre, seen(scaled(axis, -0.3))]);
    writeLine(parts.axis, [centre, seen(scaled(axis, 0.65))]);
    const best = Math.atan2(this.goal[1], this.goal[0]);
    put(parts.best, seen(scaled(around(best), size)));
    this.#board.show();
    write(this.#words, this.#say(at, angleBetween(tilted, held), turnAbout(home(tip, 1)), best - from));
  }

  #say(at: number, tilt: number, turn: number, best: number): string {
    if (at === 0) return 'Before the aim: the link’s axis (orange) is where the parent holds it (dashed).';
    if (at <= 1) return `The aim points the link at the goal. Its axis tilts with it, by ${degrees(tilt)}.`;
    if (at < 2) return `The smallest rotation that puts the axis back: ${degrees(tilt)}.`;
    return `The axis is back. Left of the aim is a turn of ${degrees(turn)} about it; ${degrees(best)} would bring the tip nearest (ring).`;
  }
}

/** Angle of a direction about the held axis, from the start on. */
const turnAbout = ([x, y]: Place): number => Math.atan2(y, x) - from;

/** The link as a flat bar, round at its hinge: it shows how it is tilted. */
function plateOf(way: Place, axis: Place): Point[] {
  const side = cross(axis, way);
  const at = (x: number, y: number): Point => seen(sum(scaled(way, x), scaled(side, y)));
  const round = Array.from({ length: 31 }, (_, k) => {
    const angle = ((k + 3) / 18) * Math.PI;
    return at(0.13 * Math.cos(angle), 0.13 * Math.sin(angle));
  });
  return [...round, at(size, -0.05), at(size, 0.05)];
}

export const tilt = (host: HTMLElement): Tilt => new Tilt(host);
