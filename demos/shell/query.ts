/** What an address holds. What is missing takes its default; so does what makes no sense, with a complaint. */
import type { Vec3 } from 'limber';
import { rounded } from '../article/shared-view.ts';

const quoted = (text: string): string => `“${text.slice(0, 40)}”`;
const toNumber = (text: string): number => (text.trim() === '' ? NaN : Number(text));
const listed = (known: readonly unknown[]): string => known.map(String).join(', ');

export const writeSwitch = (on: boolean): string => (on ? 'on' : 'off');
export const writeNumbers = (values: ArrayLike<number>): string => Array.from(values, rounded).join(',');

export class QueryReader {
  /** A sentence for everything that could not be used. */
  readonly complaints: string[] = [];
  private readonly given: URLSearchParams;

  constructor(query: string) {
    this.given = new URLSearchParams(query);
  }

  has(name: string): boolean {
    return this.given.has(name);
  }

  oneOf<T extends string | number>(name: string, known: readonly T[], fallback: T): T {
    const find = (text: string) => known.find((each) => text === String(each));
    return this.read(name, find, fallback, `known are ${listed(known)}`);
  }

  /** Some of the known words, with commas between them; none at all is an answer, too. */
  some<T extends string>(name: string, known: readonly T[], fallback: readonly T[]): readonly T[] {
    const find = (text: string) => {
      const words = text.split(',').filter(Boolean);
      const found = words.flatMap((word) => known.find((each) => each === word) ?? []);
      return found.length === words.length ? found : undefined;
    };
    return this.read(name, find, fallback, `known are ${listed(known)}`);
  }

  isOn(name: string, fallback: boolean): boolean {
    const find = (text: string) => (text === 'on' ? true : text === 'off' ? false : undefined);
    return this.read(name, find, fallback, 'known are on, off');
  }

  number(name: string, [least, most]: readonly [number, number], fallback: number): number {
    const find = (text: string) => {
      const value = toNumber(text);
      return value >= least && value <= most ? value : undefined;
    };
    return this.read(name, find, fallback, `numbers from ${least} to ${most} can be used`);
  }

  /** Numbers with commas between them, none beyond ±`most`. */
  numbers(name: string, count: number, most: number): readonly number[] | null {
    const find = (text: string) => {
      const values = text.split(',').map(toNumber);
      const fits = values.length === count && values.every((value) => Math.abs(value) <= most);
      return fits ? values : undefined;
    };
    const what = `${count} numbers from ${-most} to ${most} can be used`;
    return this.given.has(name) ? this.read(name, find, null, what) : null;
  }

  point(name: string, fallback: Vec3, most = 10): Vec3 {
    return (this.numbers(name, 3, most) ?? fallback) as Vec3;
  }

  private read<T>(name: string, find: (text: string) => T | undefined, fallback: T, wanted: string): T {
    const text = this.given.get(name);
    if (text === null) return fallback;
    const found = find(text);
    if (found !== undefined) return found;
    this.complaints.push(
      `The address has ${name} ${quoted(text)}; ${wanted}. It is left as the page has it.`,
    );
    return fallback;
  }
}
