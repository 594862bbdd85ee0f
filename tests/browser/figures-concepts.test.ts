/** The figures of concepts and recipes do what the text beside them says; handles are moved by keys. */
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { elbow } from '../../docs/figures/elbow.ts';
import type { fiveAxes } from '../../docs/figures/five-axes.ts';
import type { frames } from '../../docs/figures/frames.ts';
import type { lookAt } from '../../docs/figures/look-at.ts';
import type { loops } from '../../docs/figures/loops.ts';
import type { sliderCrank } from '../../docs/figures/slider-crank.ts';
import type { solutions } from '../../docs/figures/solutions.ts';
import type { state } from '../../docs/figures/state.ts';
import type { upright } from '../../docs/figures/upright.ts';
import { all, part, press, said, show } from './figure-support.ts';

const move = async (label: string, keys: string): Promise<void> => {
  part<SVGElement>(`[aria-label="${label}"]`).focus();
  await userEvent.keyboard(keys);
};

/** End of a row of links that turn by q, one after the other; metres. */
function endOf(lengths: readonly number[], q: ArrayLike<number>, from = 0): [x: number, y: number] {
  let [angle, x, y] = [0, from, 0];
  lengths.forEach((length, i) => {
    angle += q[i]!;
    x += length * Math.cos(angle);
    y += length * Math.sin(angle);
  });
  return [x, y];
}

it('moves the frames that hang on a joint, and no others; the target keeps its place on the tray', async () => {
  const figure = await show<ReturnType<typeof frames>>('frames');
  const place = [...figure.goal.target];
  await move('Wrist', '{ArrowUp}');
  expect(figure.moved()).toEqual(['forearm', 'hand', 'tool']);
  await move('Tray', '{ArrowUp}');
  expect(figure.moved()).toEqual(['tray', 'target']);
  expect([...figure.goal.target]).toEqual(place);
  press('solve');
  expect(figure.moved()).toEqual(['upper arm', 'forearm', 'hand', 'tool']);
  expect(figure.goal.distance).toBeLessThan(1e-3);
});

it('keeps a closed loop closed whichever link is turned, and an open one lets each link go alone', async () => {
  const { sketch } = await show<ReturnType<typeof loops>>('loops');
  const gap = (): number => {
    const [a, b, c] = sketch.q;
    const [x, y] = endOf([0.3, 0.9], [a!, b!]);
    const [u, v] = endOf([0.7], [c!], 0.8);
    return Math.hypot(x - u, y - v);
  };
  for (const name of ['crank', 'coupler', 'rocker']) {
    const before = sketch.q;
    await move(`End of the ${name}`, '{ArrowUp>3/}{ArrowLeft>3/}');
    sketch.q.forEach((each, i) => expect(Math.abs(each - before[i]!), name).toBeGreaterThan(1e-3));
    expect(gap()).toBeLessThan(1e-9);
  }
  press('open');
  const [, coupler, rocker] = sketch.q;
  await move('End of the crank', '{ArrowUp>3/}');
  expect(sketch.q.slice(1)).toEqual([coupler, rocker]);
  expect(gap()).toBeGreaterThan(0.05);
  expect(said()).toContain('Mobility: 3.');
  press('open');
  expect(gap()).toBeLessThan(1e-9);
  expect(said()).toContain('Mobility: 1.');
});

it('lists poses that reach place and direction, nearest first, and proves where there are none', async () => {
  const figure = await show<ReturnType<typeof solutions>>('solutions');
  await move('Goal', '{ArrowLeft>5/}');
  await move('Direction of the hand at the goal', '{ArrowUp>3/}');
  const found = figure.found();
  const { count } = found;
  expect(count).toBeGreaterThan(1);
  expect(all<HTMLElement>('li').filter(({ hidden }) => !hidden)).toHaveLength(count);
  const [x, y, , , , z, w] = figure.goal.target;
  const ways = Array.from({ length: count }, (_, i) => {
    const q = [...found.at(i)];
    const [tipX, tipY] = endOf([0.45, 0.4, 0.2], q);
    expect(Math.hypot(tipX - x!, tipY - y!)).toBeLessThan(1e-9);
    expect(Math.sin((q[0]! + q[1]! + q[2]!) / 2 - Math.atan2(z!, w!))).toBeCloseTo(0, 9);
    return Math.hypot(...q.map((each, k) => each - figure.sketch.q[k]!));
  });
  expect(ways).toEqual([...ways].sort((a, b) => a - b));
  press('pose1');
  figure.sketch.q.forEach((each, i) => expect(each).toBeCloseTo(found.at(1)[i]!, 9));
  await move('Goal', '{ArrowRight>30/}');
  expect(said()).toContain('That is proven.');
});

it('marks the numbers of a state that follow a joint, and no others', async () => {
  await show<ReturnType<typeof state>>('state');
  const marked = (): string[] =>
    all<HTMLTableElement>('table').map(({ rows }) =>
      [...rows].map((row) => row.querySelectorAll('.changed').length).join(' '),
    );
  await move('Ball', '{ArrowUp>3/}');
  // A turn about z: two numbers of q, none of the position, two of the quaternion, and of the x axis.
  expect(marked()).toEqual(['0 0 0 0', '0 0 0 0', '2 0 2 2']);
  await move('Slide', '{ArrowRight>3/}');
  expect(marked()).toEqual(['0 0 0 0', '1 2 0 0', '0 2 0 0']);
});

it('keeps the tool upright wherever the place is, where the pale arm’s tool tilts', async () => {
  const { down, place } = await show<ReturnType<typeof upright>>('upright');
  await move('Place', '{ArrowUp>9/}{ArrowRight>6/}');
  expect(down.angle).toBeLessThan(2e-3);
  expect(place.distance).toBeLessThan(1e-3);
  expect(said()).toMatch(/\(pale\), [1-9]\d°/);
});

it('draws the elbow to its goal, and the hand stays; with equal priorities it does not', async () => {
  const { hand, sketch } = await show<ReturnType<typeof elbow>>('elbow');
  const before = sketch.at('joint 4');
  await move('Goal of the elbow', '{ArrowLeft>30/}');
  expect(hand.distance).toBeLessThan(1e-3);
  expect(sketch.at('joint 4')[0]).toBeLessThan(before[0] - 0.05);
  press('priority');
  expect(hand.distance).toBeGreaterThan(1e-3);
});

it('looks at a point that moves, from a hand that moves', async () => {
  const { look, place } = await show<ReturnType<typeof lookAt>>('look-at');
  await move('Point to look at', '{ArrowUp>9/}');
  await move('Place of the hand', '{ArrowRight>5/}');
  expect(look.angle).toBeLessThan(2e-3);
  expect(place.distance).toBeLessThan(1e-3);
});

it('moves the piston by the crank, the crank by the piston, and joins the pieces', async () => {
  const { sketch } = await show<ReturnType<typeof sliderCrank>>('slider-crank');
  const off = (): number => {
    const [crank, , piston] = sketch.q;
    const [x, y] = [0.2 * Math.cos(crank!), 0.2 * Math.sin(crank!)];
    return Math.abs(Math.hypot(piston! - x, y) - 0.5);
  };
  const [crank, , piston] = sketch.q;
  await move('Crank', '{ArrowLeft>4/}');
  expect(sketch.q[2]).toBeLessThan(piston!);
  await move('Piston', '{ArrowRight>4/}');
  expect(sketch.q[0]).not.toBe(crank);
  expect(off()).toBeLessThan(1e-9);
  press('pieces');
  expect(off()).toBeGreaterThan(0.1);
  press('join');
  expect(off()).toBeLessThan(1e-6);
});

it('says which axis five hinges cannot hold, and meets all else once it is free', async () => {
  const { place, turn, pose } = await show<ReturnType<typeof fiveAxes>>('five-axes');
  expect(place.reached).toBe(true);
  // Its bearing, as seen from the hinge that stands upright.
  expect(turn.angle).toBeGreaterThan(0.4);
  expect(said()).toContain('cannot hold it about rx');
  press('free');
  expect(pose.reached).toBe(true);
  expect(said()).toContain('about rx (upright) it can be anything');
});
