/** The race as a reader runs it: picks, drags, switches, keys, links and copies. */

import { afterEach, expect, test } from 'vitest';
import { arms } from '../../demos/race/arms.ts';
import type { Lane } from '../../demos/race/lane.ts';
import { goalNames, startNames, targetNames } from '../../demos/race/picks.ts';
import { closePage, mouseDragBy, until } from './page-support.ts';
import {
  choose,
  finished,
  laneOf,
  openRace,
  parseCsv,
  racersOf,
  type RaceInPage,
  rowOf,
  targetsInTabOrder,
} from './race-support.ts';
import { mouse, press, wait } from './three-support.ts';

afterEach(closePage);

/** What is shown of every solver is what its racer has, and its curve has a point an iteration. */
function expectShown(page: RaceInPage): void {
  for (const racer of racersOf(page)) {
    const { name, reason, outcome, curve } = racer;
    if (reason !== null) {
      expect(laneOf(page, name).querySelector('.status')!.textContent, name).toBe(reason);
      expect(rowOf(page, name).at(-1)).toBe('unsupported');
      continue;
    }
    expect(outcome, name).not.toBeNull();
    const drawn = page.race.chart.drawn.find((each) => each.name === name)!;
    expect(curve, name).toHaveLength(outcome!.iterations + 1);
    expect(drawn.x, name).toEqual(curve.map(({ iterations }) => iterations));
    expect(curve[0]!.iterations).toBe(0);
    expect(curve.at(-1)!.residual, name).toBe(outcome!.residual);
    expect(outcome!.us, name).toBeGreaterThan(0);
    expect(rowOf(page, name).slice(1, 2)).toEqual([String(outcome!.iterations)]);
    expect(rowOf(page, name).at(-1)).toBe(outcome!.status);
    expect(laneOf(page, name).querySelector('.status')!.textContent).toBe(outcome!.status);
  }
}

/** Brings the first view to the middle of the window, drawn. */
async function firstLane(page: RaceInPage): Promise<Lane> {
  const lane = page.race.lanesShown[0]!;
  lane.view.host.scrollIntoView({ block: 'center', behavior: 'instant' });
  await until(() => lane.view.host.dataset.drawn !== undefined, 'the first view to be drawn');
  await wait(200);
  return lane;
}

/** Numbers that say how a race went, times left out. */
function outcomes(page: RaceInPage): unknown[] {
  return racersOf(page).map(({ name, reason, outcome, final }) => ({
    name,
    reason,
    status: outcome?.status,
    iterations: outcome?.iterations,
    residual: outcome?.residual,
    q: [...final],
  }));
}

test.each(Object.keys(arms))(
  '%s is raced by every solver, and every curve has a point an iteration',
  async (arm) => {
    const page = await openRace('?maxIterations=30');
    choose(page, 'arm', arm);
    await finished(page);
    expect(page.race.picks.arm).toBe(arm);
    expect(racersOf(page).map(({ name }) => name)).toEqual(page.race.names);
    expectShown(page);
    expect(page.messages).toEqual([]);
    expect(page.contexts).toHaveLength(1);
  },
);

test.each(Object.entries({ goal: goalNames, start: startNames, target: targetNames }))(
  'every %s makes a race',
  async (name, values) => {
    const page = await openRace('?maxIterations=20&arm=panda');
    for (const value of values) {
      choose(page, name, value);
      await finished(page);
      expect(page.race.picks).toMatchObject({ [name]: value });
      expectShown(page);
    }
  },
);

test('a target out of reach is reached by nobody', async () => {
  const page = await openRace('?target=far&arm=chain10');
  for (const { reason, outcome } of racersOf(page)) {
    if (reason !== null) continue;
    expect(outcome!.status).not.toBe('converged');
    // Its distance is 1.3 of the reach, so no less than 0.3 can be left.
    expect(outcome!.residual).toBeGreaterThan(0.3 - 1e-9);
  }
});

test('a solver that is switched off is gone from views, chart and copy, and comes back', async () => {
  const page = await openRace();
  for (const name of page.race.names) {
    const box = () => page.document.querySelector<HTMLInputElement>(`.board input[name=${name}]`)!;
    box().click();
    expect(laneOf(page, name).hidden).toBe(true);
    await until(() => rowOf(page, name).every((text) => text === '–'), `${name} to be gone`);
    expect(page.race.chart.drawn.map((each) => each.name)).not.toContain(name);
    expect(parseCsv(page.race.csv).map(({ solver }) => solver)).not.toContain(name);
    expect(new URLSearchParams(page.window.location.search).get('off')).toBe(name);
    box().click();
    expect(laneOf(page, name).hidden).toBe(false);
  }
  await finished(page);
  expectShown(page);
});

test('dragging the target in any view moves it in all, and draws other curves before it is let go', async () => {
  const page = await openRace('?arm=tree2');
  const lanes = page.race.lanesShown;
  const last = lanes.at(-1)!;
  const before = page.race.chart.drawn.map(({ y }) => [...y]);
  const place = last.targets[1]!.position.clone();
  last.view.host.scrollIntoView({ block: 'center', behavior: 'instant' });
  await wait(200);
  const box = last.targets[1]!.element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse('mousePressed', x, y);
  for (let i = 1; i <= 6; i += 1) await mouse('mouseMoved', x - 5 * i, y - 4 * i);
  await until(() => last.targets[1]!.position.distanceTo(place) > 0.02, 'the target to move');
  await until(
    () => page.race.chart.drawn.every(({ y }, i) => y.join() !== before[i]!.join()),
    'the curves to change in the hand',
  );
  await mouse('mouseReleased', x - 30, y - 24);
  await finished(page);
  for (const lane of lanes) expect(lane.targets[1]!.position).toEqual(last.targets[1]!.position);
  expect(page.race.picks.target).toBe('hand');
  expectShown(page);
});

test('the copied table says what is shown, point for point', async () => {
  const page = await openRace('?arm=panda&goal=pose&maxIterations=40');
  const rows = parseCsv(page.race.csv);
  for (const { name, outcome, reason, curve } of racersOf(page)) {
    const own = rows.filter(({ solver }) => solver === name);
    if (reason !== null) {
      expect(own.map(({ status }) => status)).toEqual([`unsupported: ${reason}`]);
      continue;
    }
    expect(own).toHaveLength(curve.length);
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([outcome!.status]));
    expect(own.map((row) => Number(row.pointIterations))).toEqual(curve.map(({ iterations }) => iterations));
    expect(own.map((row) => Number(row.pointResidual))).toEqual(curve.map(({ residual }) => residual));
    expect(own.map((row) => Number(row.pointMicroseconds))).toEqual(curve.map(({ us }) => us));
    expect(Number(own[0]!.microseconds)).toBe(outcome!.us);
    expect(Number(own[0]!.largestStepRadians)).toBe(outcome!.largestStep);
    expect(own[0]!.race).toBe(page.window.location.search);
  }
  let copied = '';
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve((copied = text)) },
  });
  page.document.querySelector<HTMLButtonElement>('button[name=copy]')!.click();
  await until(() => page.document.querySelector('.copied')!.textContent !== '', 'the copy');
  expect(copied).toBe(page.race.csv);
});

test('the address restores a race to the bit, also one that was dragged', async () => {
  const page = await openRace('?arm=ur5&goal=direction&start=singular&seed=4&tolerance=-6&maxIterations=40');
  choose(page, 'damping', '-1');
  await finished(page);
  const lane = await firstLane(page);
  await mouseDragBy(page, lane.targets[0]!.element, 20, -15);
  await mouseDragBy(page, lane.arrows[0]!.element, 10, 15);
  await finished(page);
  const { search } = page.window.location;
  expect(search).toContain('target=hand');
  const [picks, went, targets] = [page.race.picks, outcomes(page), [...page.race.race.course.targets]];
  expect(picks).toMatchObject({ arm: 'ur5', goal: 'direction', start: 'singular', seed: 4, damping: 0.1 });
  const again = await openRace(search);
  expect(again.window.location.search).toBe(search);
  expect([...again.race.race.course.targets]).toEqual(targets);
  expect(outcomes(again)).toEqual(went);
});

test('nonsense in the address gives the default race', async () => {
  const page = await openRace('?arm=none&goal=7&seed=x&maxIterations=1e9&target=hand&at=1,2&tolerance=0');
  expect(page.window.location.search).toBe('');
});

test('the target of the first view is moved by keys, and the others are no further stops', async () => {
  const page = await openRace();
  await firstLane(page);
  const stops = targetsInTabOrder(page);
  expect(stops).toHaveLength(1);
  const before = page.race.chart.drawn.map(({ y }) => y.join());
  page.frame.focus();
  stops[0]!.focus();
  for (let i = 0; i < 4; i += 1) await press('ArrowUp');
  await finished(page);
  expect(page.race.chart.drawn.map(({ y }) => y.join())).not.toEqual(before);
  expect(page.race.picks.target).toBe('hand');
});

test('a row, a view and a line point at each other', async () => {
  const page = await openRace();
  const [, name] = page.race.names;
  const box = page.document.querySelector<HTMLInputElement>(`.board input[name=${name}]`)!;
  page.frame.focus();
  box.focus();
  expect(laneOf(page, name!).classList).toContain('lit');
  expect(box.closest('tr')!.classList).toContain('lit');
  box.blur();
  expect(laneOf(page, name!).classList).not.toContain('lit');
  laneOf(page, name!).querySelector('a')!.focus();
  expect(box.closest('tr')!.classList).toContain('lit');
});

test('the replay goes back to the start and along the axis that is shown', async () => {
  const page = await openRace();
  const slider = page.document.querySelector<HTMLInputElement>('input[name=moment]')!;
  const output = page.document.querySelector('output.moment')!;
  const [lane] = page.race.lanesShown;
  const at = (value: string) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
    return [...lane!.racer.problem.state.q];
  };
  expect(at('0')).toEqual([...page.race.race.course.start]);
  expect(output.textContent).toBe('iteration 0');
  expect(at('1000')).toEqual([...lane!.racer.final]);
  page.document.querySelector<HTMLInputElement>('input[value=us]')!.click();
  await wait(50);
  for (const { x } of page.race.chart.drawn) {
    expect(x.every((value, i) => value > (x[i - 1] ?? 0))).toBe(true);
  }
  at('500');
  expect(output.textContent).toMatch(/µs$/);
});
