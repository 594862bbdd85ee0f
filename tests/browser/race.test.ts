/**
 * The race in a reader's hands: picks, drags, switches, keys, links and copies. One page, unless its address
 * matters.
 */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { raceArms } from '../../demos/race/arms.ts';
import type { Lane } from '../../demos/race/lane.ts';
import { lookOf } from '../../demos/race/looks.ts';
import type { Picks } from '../../demos/race/picks.ts';
import { atRest, closePage, mouseDragBy, until } from './page-support.ts';
import {
  choose,
  drawn,
  finished,
  laneOf,
  openRace,
  parseCsv,
  pick,
  racersOf,
  type RaceInPage,
  rowOf,
  targetsInTabOrder,
} from './race-support.ts';
import { laidOut, mouse, press } from './three-support.ts';

let page: RaceInPage;

beforeAll(async () => {
  page = await openRace('?maxIterations=20', { width: 1000, height: 640 });
});
afterEach(() => {
  expect(page.messages).toEqual([]);
  expect(page.contexts.length).toBeLessThan(2);
});
afterAll(closePage);

const arm = (name: string) => raceArms.find((each) => each.name === name)!;

/** The display of every solver agrees with its racer, and its curve has one point per iteration. */
function expectShown(): void {
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
    expect(rowOf(page, name).slice(1, 2)).toEqual([String(outcome!.iterations)]);
    expect(rowOf(page, name).at(-1)).toBe(outcome!.status);
    expect(laneOf(page, name).querySelector('.status')!.textContent).toBe(outcome!.status);
  }
}

/** Scrolls a view to the middle of the window and waits until it is drawn: before that its handles are hidden. */
async function inSight(lane: Lane): Promise<Lane> {
  lane.view.host.scrollIntoView({ block: 'center', behavior: 'instant' });
  await until(() => lane.view.host.dataset.drawn !== undefined, 'the view to be drawn');
  await laidOut(page.window);
  return lane;
}

/** Results of a race without times. */
function outcomes(): unknown[] {
  return racersOf(page).map(({ name, reason, outcome, final }) => ({
    name,
    reason,
    status: outcome?.status,
    iterations: outcome?.iterations,
    residual: outcome?.residual,
    q: [...final],
  }));
}

test('every arm is raced by every solver, and every curve has a point for each iteration', async () => {
  for (const each of raceArms) {
    await pick(page, { arm: each, maxIterations: 30 });
    expect(racersOf(page).map(({ name }) => name)).toEqual(page.race.names);
    expectShown();
  }
});

test('every goal, start and target makes a race; a solver that cannot take it shows its reason', async () => {
  let refusals = 0;
  const fields = ['goal', 'start', 'target'] as const satisfies readonly (keyof Picks)[];
  for (const name of fields) {
    await pick(page, { arm: arm('panda'), maxIterations: 20 });
    const { entries } = page.race.shell.schema[name];
    for (const value of entries as readonly string[]) {
      choose(page, name, value);
      await drawn(page);
      expect(page.race.picks).toMatchObject({ [name]: value });
      expectShown();
      for (const { name, reason, problem } of racersOf(page)) {
        const supported = problem.supports(name);
        expect(reason).toBe(supported === true ? null : supported);
        if (reason === null) continue;
        refusals += 1;
        expect(laneOf(page, name).querySelector<HTMLElement>('.stage')!.hidden).toBe(true);
      }
    }
  }
  expect(refusals).toBeGreaterThan(0);
});

test('a target out of reach is reached by nobody', async () => {
  await pick(page, { target: 'far', arm: arm('chain10'), maxIterations: 100 });
  for (const { reason, outcome } of racersOf(page)) {
    if (reason !== null) continue;
    expect(outcome!.status).not.toBe('converged');
    // The target's distance is 1.3 of the reach, so at least 0.3 remains.
    expect(outcome!.residual).toBeGreaterThan(0.3 - 1e-9);
  }
});

test('a solver that is switched off is gone from views, chart and copy, and comes back', async () => {
  await pick(page);
  for (const name of page.race.names.slice(0, 3)) {
    const box = () => page.document.querySelector<HTMLInputElement>(`.board input[name=${name}]`)!;
    box().click();
    expect(laneOf(page, name).hidden).toBe(true);
    await until(() => rowOf(page, name).every((text) => text === '–'), `${name} to be gone`);
    expect(page.race.chart.drawn.map((each) => each.name)).not.toContain(name);
    expect(parseCsv(page.race.csv).map(({ solver }) => solver)).not.toContain(name);
    expect(page.race.shell.address.searchParams.get('off')).toBe(name);
    box().click();
    expect(laneOf(page, name).hidden).toBe(false);
  }
  await finished(page);
  expectShown();
});

test('dragging the target in any view moves it in all, and draws other curves before it is let go', async () => {
  await pick(page, { arm: arm('tree2') });
  const lanes = page.race.lanesShown;
  const last = lanes.at(-1)!;
  const before = page.race.chart.drawn.map(({ y }) => [...y]);
  const place = last.targets[1]!.position.clone();
  await inSight(last);
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
  expectShown();
});

test('the copied table says what is shown, point for point', async () => {
  await pick(page, { arm: arm('panda'), goal: 'pose', maxIterations: 40 });
  await finished(page);
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
    expect(own[0]!.race).toBe(page.race.shell.address.search);
  }
  let copied = '';
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve((copied = text)) },
  });
  page.document.querySelector<HTMLButtonElement>('button[name=copy]')!.click();
  await until(() => page.document.querySelector('.copied')!.textContent !== '', 'the copy');
  expect(copied).toBe(page.race.csv);
  for (const { reason, outcome } of racersOf(page)) {
    if (reason === null) expect(outcome!.us).toBeGreaterThan(0);
  }
});

test('the target of the first view is moved by keys, and the others are no further stops', async () => {
  await pick(page);
  await inSight(page.race.lanesShown[0]!);
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
  await pick(page);
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
  await pick(page);
  await finished(page);
  const slider = page.document.querySelector<HTMLInputElement>('input[name=moment]')!;
  const output = page.document.querySelector('output.moment')!;
  const [lane] = page.race.lanesShown;
  const at = (value: string) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return [...lane!.racer.problem.state.q];
  };
  expect(at('0')).toEqual([...page.race.race.course.start]);
  expect(output.textContent).toBe('iteration 0');
  expect(at('1000')).toEqual([...lane!.racer.final]);
  page.document.querySelector<HTMLInputElement>('input[value=us]')!.click();
  for (const { x } of page.race.chart.drawn) {
    expect(x.every((value, i) => value > (x[i - 1] ?? 0))).toBe(true);
  }
  at('500');
  expect(output.textContent).toMatch(/µs$/);
});

test('an arm has the colour of its curve', async () => {
  await pick(page);
  const style = (element: Element, name: string) =>
    page.window.getComputedStyle(element).getPropertyValue(name).trim();
  for (const { racer, view } of page.race.lanesShown) {
    const look = lookOf(page.race.names.indexOf(racer.name));
    expect(view.palette.link).toBe(style(page.document.documentElement, look.colour));
  }
});

test('every number of the table is in sight, and nothing moves while numbers change', async () => {
  for (const width of [390, 1200]) {
    page.frame.style.width = `${width}px`;
    await pick(page);
    for (const cell of page.document.querySelectorAll('.board tbody > tr > *')) {
      const { left, right } = cell.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth + 1);
    }
    const boxes = () =>
      [
        ...page.document.querySelectorAll<HTMLElement>(
          '.form, .lanes, .lane, .plot, .board, .board td, .board th, .cards',
        ),
      ].map(({ offsetLeft, offsetTop, offsetWidth, offsetHeight }) =>
        [offsetLeft, offsetTop, offsetWidth, offsetHeight].join(),
      );
    const before = boxes();
    for (const change of [
      { target: 'far' },
      { start: 'singular', maxIterations: 400 },
      { tolerance: -9 },
    ] as const) {
      page.race.shell.pick(change);
      expect(boxes(), `${JSON.stringify(change)} just picked`).toEqual(before);
      await drawn(page);
      expect(boxes(), `${JSON.stringify(change)} measured`).toEqual(before);
    }
  }
  // All views are in sight, and the chart is close to the race.
  page.frame.style.width = '390px';
  await laidOut(page.window);
  const top = (selector: string) => page.document.querySelector(selector)!.getBoundingClientRect().top;
  for (const lane of page.document.querySelectorAll('.lane:not([hidden])'))
    expect(lane.getBoundingClientRect().right).toBeLessThanOrEqual(390);
  expect(top('.plot') - top('.lanes')).toBeLessThan(1000);
  page.frame.style.width = '1000px';
});

test('dragging keeps nothing: no more nodes, goals, points or charts than before', async () => {
  await pick(page, { arm: arm('panda') });
  const lane = await inSight(page.race.lanesShown[0]!);
  const kept = () => ({
    nodes: page.document.querySelectorAll('*').length,
    points: racersOf(page).every(({ curve, outcome }) => !outcome || curve.length <= outcome.iterations + 1),
    goals: racersOf(page).map(({ problem }) => problem.goals.length),
    plots: page.document.querySelectorAll('.uplot').length,
  });
  const before = kept();
  const plot = page.document.querySelector('.uplot');
  for (let i = 0; i < 4; i += 1) {
    await mouseDragBy(page, lane.targets[0]!.element, i % 2 ? 12 : -12, i % 2 ? -8 : 8);
    await drawn(page);
    expect(kept()).toEqual(before);
    // The same chart is kept.
    expect(page.document.querySelector('.uplot') === plot).toBe(true);
  }
  await atRest(page);
});

test('the address restores a race to the bit, also one that was dragged', async () => {
  page = await openRace(
    '?arm=ur5&goal=direction&start=singular&seed=4&tolerance=-6&maxIterations=40&damping=0.1',
  );
  const lane = await inSight(page.race.lanesShown[0]!);
  await mouseDragBy(page, lane.targets[0]!.element, 20, -15);
  await mouseDragBy(page, lane.arrows[0]!.element, 10, 15);
  await finished(page);
  const { search } = page.race.shell.address;
  expect(search).toContain('target=hand');
  const [picks, went, targets] = [page.race.picks, outcomes(), [...page.race.race.course.targets]];
  const picked = { goal: 'direction', start: 'singular', seed: 4, damping: 0.1 };
  expect(picks).toMatchObject({ ...picked, arm: { name: 'ur5' } });
  page = await openRace(search);
  expect(page.race.shell.address.search).toBe(search);
  expect([...page.race.race.course.targets]).toEqual(targets);
  expect(outcomes()).toEqual(went);
});

test('without WebGL the race runs, without views', async () => {
  page = await openRace('?maxIterations=20', { webgl: false });
  for (const { name, reason, outcome } of racersOf(page)) {
    expect(laneOf(page, name).querySelector<HTMLElement>('.stage')!.offsetHeight).toBe(0);
    if (reason === null) expect(rowOf(page, name).at(-1)).toBe(outcome!.status);
  }
  choose(page, 'target', 'far');
  await finished(page);
  expect(page.race.chart.drawn.every(({ y }) => y.at(-1)! > 0.01)).toBe(true);
});

test('every solver of the core has a text with idea, equation, advice and source', () => {
  for (const name of page.race.names) {
    const card = page.document.getElementById(`solver-${name}`)!;
    expect(card.querySelectorAll('p'), name).toHaveLength(4);
    for (const paragraph of card.querySelectorAll('p')) expect(paragraph.textContent).toMatch(/\w.*\.$/s);
    const equations = [...card.querySelectorAll('math')];
    expect(equations.length, name).toBeGreaterThan(0);
    for (const { namespaceURI, firstElementChild } of equations) {
      expect(namespaceURI).toContain('MathML');
      expect(firstElementChild!.textContent).not.toBe('');
    }
    expect(laneOf(page, name).querySelector('a')!.hash).toBe(`#${card.id}`);
  }
});
