/**
 * The race in a reader's hands: picks, drags, switches, keys, links and copies; and the measurement beside
 * other libraries. One page, unless its address matters.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { raceArms } from '../../demos/race/arms.ts';
import type { RacePage } from '../../demos/race/page.ts';
import type { Picks } from '../../demos/race/picks.ts';
import { stages, type Racer } from '../../demos/race/racer.ts';
import { defaultsOf } from '../../demos/shell/picks.ts';
import { parseCsv } from '../../web/src/moves/csv.ts';
import { violations } from './axe.ts';
import {
  addressed,
  atRest,
  button,
  choose,
  closePage,
  complaint,
  demoIn,
  mouseDragBy,
  openPage,
  type Page,
  type PageOptions,
  until,
} from './page-support.ts';
import { laidOut, press } from './three-support.ts';

let page: Page;
let demo: RacePage;

/** Opens the race with these picks in its address, and waits until everything is measured. */
async function open(query = '', options: PageOptions = {}): Promise<void> {
  page = await openPage({ width: 1000, height: 640, ...options, url: `/demos/race/index.html${query}` });
  await until(() => demoIn(page) !== undefined, 'the race to be there');
  demo = demoIn<RacePage>(page)!;
  await finished();
}

/** Waits until every curve has all its points; times may be missing. */
const drawn = () =>
  until(() => demo.solvers.race.racers.every((racer) => racer.isAt(stages.drawn)), 'the curves');
const finished = () => until(() => demo.resting && !demo.solvers.race?.isHeld, 'the race to be over');

/** Sets the default picks plus these, with few iterations, and waits until all curves are drawn. */
async function pick(picks: Partial<Picks> = {}): Promise<void> {
  const { shell } = demo;
  shell.pick({ ...defaultsOf(shell.schema), maxIterations: 20, ...picks });
  await drawn();
}

const arm = (name: string) => raceArms.find((each) => each.name === name)!;
const running = (): readonly Racer[] => demo.solvers.race.racers.filter(({ reason }) => reason === null);
const boxOf = (name: string) => page.document.querySelector<HTMLInputElement>(`.board input[name=${name}]`)!;
const rowOf = (name: string) => boxOf(name).closest('tr')!;
const textsOf = (name: string) =>
  [...rowOf(name).querySelectorAll('td')].map(({ textContent }) => textContent.replace('\u200b', ''));
const refusals = () => page.document.querySelector('.panel > .small')!.textContent;
const handles = (what: string) =>
  page.document.querySelectorAll<HTMLElement>(`.stage [aria-roledescription="draggable ${what}"]`);

/** The display of every solver agrees with its racer, and its curve has one point per iteration. */
function expectShown(): void {
  for (const { name, reason, outcome, curve } of demo.solvers.race.racers) {
    expect(rowOf(name).hidden, name).toBe(reason !== null);
    if (reason !== null) expect(refusals()).toContain(reason.split(';')[0]);
    if (reason !== null) continue;
    const line = demo.solvers.chart.drawn.find((each) => each.name === name)!;
    expect(curve, name).toHaveLength(outcome!.iterations + 1);
    expect(line.x, name).toEqual(curve.map(({ iterations }) => iterations));
    expect(curve.at(-1)!.residual, name).toBe(outcome!.residual);
    expect(textsOf(name)[1]).toBe(String(outcome!.iterations));
    expect(textsOf(name).at(-1)).toBe(outcome!.status);
  }
}

beforeAll(() => open('?maxIterations=20'));
afterEach(() => {
  expect(page.messages).toEqual([]);
  expect(page.contexts.length).toBeLessThan(2);
});
afterAll(closePage);

test('every arm is raced by every solver, and every curve has a point for each iteration', async () => {
  for (const each of raceArms) {
    await pick({ arm: each });
    expect(demo.solvers.race.racers.map(({ name }) => name)).toEqual(demo.names);
    expectShown();
  }
});

test('every goal, start and target makes a race; solvers that cannot take it are named', async () => {
  let refused = 0;
  for (const name of ['goal', 'start', 'target'] as const) {
    await pick({ arm: arm('panda') });
    for (const value of demo.shell.schema[name].entries as readonly string[]) {
      choose(page, name, value);
      await drawn();
      expect(demo.picks).toMatchObject({ [name]: value });
      expectShown();
      for (const { name, reason, problem } of demo.solvers.race.racers) {
        const supported = problem.supports(name);
        expect(reason).toBe(supported === true ? null : supported);
        refused += Number(reason !== null);
      }
    }
  }
  expect(refused).toBeGreaterThan(0);
});

test('a target out of reach is reached by nobody', async () => {
  await pick({ target: 'far', maxIterations: 100 });
  for (const { outcome } of running()) {
    expect(outcome!.status).not.toBe('converged');
    // The target's distance is 1.3 of the reach, so at least 0.3 remains.
    expect(outcome!.residual).toBeGreaterThan(0.3 - 1e-9);
  }
});

test('no arm stands unsolved: all final poses come with the first frame', async () => {
  await pick();
  demo.shell.pick({ seed: 3 });
  demo.draw();
  for (const { name, outcome } of running()) expect(outcome, name).not.toBeNull();
});

test('a solver that is switched off is gone from chart and copy, and comes back', async () => {
  await pick();
  const [name] = demo.names;
  boxOf(name!).click();
  await until(() => textsOf(name!).every((text) => text === '–'), 'the numbers to be gone');
  expect(demo.solvers.chart.drawn.map((each) => each.name)).not.toContain(name);
  expect(demo.solvers.csv).not.toContain(`,${name},`);
  expect(demo.shell.address.searchParams.get('off')).toBe(name);
  boxOf(name!).click();
  await drawn();
  expectShown();
});

test('the copied table says what is shown, point for point', async () => {
  await pick({ arm: arm('panda'), goal: 'pose' });
  await finished();
  let copied = '';
  Object.defineProperty(page.window.navigator, 'clipboard', {
    value: { writeText: (text: string) => Promise.resolve((copied = text)) },
  });
  button(page, 'copy').click();
  await until(() => copied !== '', 'the copy');
  const [head, ...lines] = parseCsv(copied)!;
  const numbers = lines.map((line) => Object.fromEntries(head!.map((name, i) => [name, line[i]!])));
  for (const { name, outcome, reason, curve } of demo.solvers.race.racers) {
    const own = numbers.filter(({ solver }) => solver === name);
    expect(own[0]!.race).toBe(demo.shell.address.search);
    if (reason !== null) expect(own.map(({ status }) => status)).toEqual([`unsupported: ${reason}`]);
    if (reason !== null) continue;
    expect(outcome!.us).toBeGreaterThan(0);
    expect(Number(own[0]!.microseconds)).toBe(outcome!.us);
    expect(own.map(({ status }) => status)).toEqual(curve.map(() => outcome!.status));
    expect(own.map(({ pointIterations }) => Number(pointIterations))).toEqual(
      curve.map(({ iterations }) => iterations),
    );
    expect(own.map(({ pointResidual }) => Number(pointResidual))).toEqual(
      curve.map(({ residual }) => residual),
    );
  }
});

test('a target is moved by keys, and all race to it', async () => {
  await pick({ arm: arm('tree2') });
  expect(handles('point')).toHaveLength(2);
  const before = demo.solvers.chart.drawn.map(({ y }) => y.join());
  page.frame.focus();
  handles('point')[0]!.focus();
  for (let i = 0; i < 4; i += 1) await press('ArrowUp');
  await finished();
  expect(demo.solvers.chart.drawn.map(({ y }) => y.join())).not.toEqual(before);
  expect(demo.picks.target).toBe('hand');
  const put = [...demo.solvers.race.course.targets];
  choose(page, 'goal', 'direction');
  await drawn();
  expect([...demo.solvers.race.course.targets]).toEqual(put);
  expect(handles('direction')).toHaveLength(2);
});

test('a row that is pointed at is lit', async () => {
  await pick();
  page.frame.focus();
  boxOf('lm').focus();
  expect(rowOf('lm').classList).toContain('lit');
});

test('the replay goes back to the start and along the axis that is shown', async () => {
  await pick();
  await finished();
  const slider = page.document.querySelector<HTMLInputElement>('input[name=moment]')!;
  const at = (value: string) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    return page.document.querySelector('output.moment')!.textContent;
  };
  expect(at('0')).toBe('iteration 0');
  for (const racer of running()) {
    expect(racer.postureAt('iterations', 0)).toEqual(demo.solvers.race.course.start);
    expect(racer.postureAt('iterations', Infinity)).toEqual(racer.final);
  }
  expect(at('1000')).toBe('at the end');
  choose(page, 'axis', 'us');
  for (const { x } of demo.solvers.chart.drawn)
    expect(x.every((value, i) => value > (x[i - 1] ?? 0))).toBe(true);
  expect(at('500')).toMatch(/µs$/);
});

test('every number of the table is in sight, and nothing moves while numbers change', async () => {
  for (const width of [390, 1200, 1280]) {
    page.frame.style.width = `${width}px`;
    await pick();
    const cells = [...page.document.querySelectorAll<HTMLElement>('.race-board tbody tr:not([hidden]) > *')];
    for (const cell of cells)
      expect(cell.scrollWidth, cell.textContent).toBeLessThanOrEqual(cell.clientWidth + 1);
    const parts = [
      ...cells,
      ...page.document.querySelectorAll<HTMLElement>('.stage, .form > *, .panel > *, .plot'),
    ];
    const boxes = () => parts.map((each) => [each.offsetLeft, each.offsetTop, each.offsetWidth].join());
    const before = boxes();
    for (const change of [{ target: 'far' }, { start: 'singular' }, { tolerance: -9 }] as const) {
      demo.shell.pick(change);
      await drawn();
      expect(boxes(), JSON.stringify(change)).toEqual(before);
    }
  }
  page.frame.style.width = '1000px';
  await laidOut(page.window);
});

test('dragging keeps nothing: no more nodes, goals or charts than before', async () => {
  await pick({ arm: arm('panda') });
  handles('point')[0]!.scrollIntoView({ block: 'center', behavior: 'instant' });
  const kept = () => [
    page.document.querySelectorAll('*').length,
    demo.solvers.race.racers.map(({ problem }) => problem.goals.length).join(),
    page.document.querySelectorAll('.uplot').length,
  ];
  const before = kept();
  for (let i = 0; i < 3; i += 1) {
    await mouseDragBy(page, handles('point')[0]!, i % 2 ? 12 : -12, i % 2 ? -8 : 8);
    await drawn();
    expect(kept()).toEqual(before);
  }
  await atRest(page);
});

test('the address restores a race to the bit, also one that was dragged', async () => {
  await open('?arm=ur5&goal=direction&start=singular&seed=4&tolerance=-6&maxIterations=40&damping=0.1');
  for (const what of ['point', 'direction']) await mouseDragBy(page, handles(what)[0]!, 20, -15);
  await finished();
  const { search } = demo.shell.address;
  expect(search).toContain('target=hand');
  const outcomes = () =>
    running().map(({ name, outcome, final }) => [name, outcome!.status, outcome!.residual, ...final]);
  const [targets, went] = [[...demo.solvers.race.course.targets], outcomes()];
  await open(search);
  expect(demo.shell.address.search).toBe(search);
  expect([...demo.solvers.race.course.targets]).toEqual(targets);
  expect(outcomes()).toEqual(went);
});

test('other libraries are measured on demand, all on the same targets, and again for another arm', async () => {
  await open('?panel=peers');
  const numbers = () =>
    [...page.document.querySelectorAll('.peers tbody td')].map((cell) => cell.textContent);
  expect(new Set(numbers())).toEqual(new Set(['–']));
  for (const name of ['panda', 'puma560']) {
    if (name !== 'panda') choose(page, 'arm', name);
    button(page, 'measure').click();
    await until(() => demo.peers.progress.done === 1, 'the measurement to end');
    const { standings, targets } = demo.peers.progress;
    expect(standings).toHaveLength(6);
    for (const { us, missed } of standings) {
      expect(us).toBeGreaterThan(0);
      expect(missed.length).toBeLessThan(targets.length / 3);
    }
    // With restarts every target is found.
    expect(standings[0]!.missed).toEqual([]);
    for (const text of numbers()) expect(text).toMatch(/\d/);
  }
  await addressed(page, '?panel=peers&arm=puma560');
  expect(await violations(page, 'dark')).toEqual([]);
  // The robot survives a change of the panel.
  page.document.querySelector<HTMLInputElement>('input[value=solvers]')!.click();
  await drawn();
  expectShown();
  expect(demo.shell.address.search).toBe('?arm=puma560');
  await open('?panel=peers&arm=tree2');
  expect(complaint(page)).toContain('known are panda');
});

test('without WebGL the race runs, without views', async () => {
  await open('?maxIterations=20', { webgl: false });
  expectShown();
  choose(page, 'target', 'far');
  await finished();
  expect(demo.solvers.chart.drawn.every(({ y }) => y.at(-1)! > 0.01)).toBe(true);
});
