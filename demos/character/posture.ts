/** The posture of the page's own figure, as written in the shared address. */
import type { Body } from 'limber/bench';
import { writeNumbers } from '../shell/picks.ts';

export interface Posture {
  /** Joint values. */
  readonly q: readonly number[];
  /** Held points: the index among the pins, and the position (metres). */
  readonly held: readonly { readonly pin: number; readonly at: readonly number[] }[];
}

export function postureOf({ pins, character }: Body): Posture {
  const held = pins.flatMap(({ held, effector }, pin) =>
    held ? [{ pin, at: effector.target.toArray() }] : [],
  );
  return { q: Array.from(character.problem.state.q), held };
}

/** The query, without a question mark. */
export const writePosture = ({ q, held }: Posture): string =>
  [`q=${writeNumbers(q)}`, ...held.map(({ pin, at }) => `held=${writeNumbers([pin, ...at])}`)].join('&');

function numbers(text: string): number[] {
  const values = text.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  return values.every(Number.isFinite) ? values : [];
}

/** Null: the address has no posture. */
export function readPosture(text: string): Posture | null {
  const query = new URLSearchParams(text);
  const q = numbers(query.get('q') ?? '');
  if (q.length === 0) return null;
  const held = query.getAll('held').flatMap((each) => {
    const [pin, ...at] = numbers(each);
    return at.length === 3 ? [{ pin: pin!, at }] : [];
  });
  return { q, held };
}

/** Applies a posture; one of another figure is ignored. */
export function take(puppet: Body, { q, held }: Posture): void {
  if (q.length !== puppet.character.problem.state.q.length) return;
  puppet.stand(q);
  for (const pin of puppet.pins) puppet.hold(pin, false);
  for (const { pin, at } of held) {
    const found = puppet.pins[pin];
    if (!found) continue;
    puppet.hold(found, true);
    found.effector.target.fromArray(at);
  }
}
