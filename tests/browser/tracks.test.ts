/** The tracks in a reader's hands: the same run as on the command line, picks, dragging, rest. */

import { init, solverNames, type SolverName } from 'limber';
import { arms, hand, tracks } from 'limber/presets';
import { Run } from 'limber/run';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { descents } from '../web/support/models.ts';
import { mouseDragBy, until } from './page-support.ts';
import { press } from './three-support.ts';
import {
  addressed,
  atRest,
  button,
  choose,
  closePage,
  complaint,
  loadDemo,
  pause,
  play,
  shown,
  toggle,
} from './demo-support.ts';
import { framesOn, letGoOf, openPaused, openTracks, parseCsv, picksOf, rowOf } from './tracks-support.ts';

beforeAll(() => init());
afterAll(closePage);

function isSupported(arm: number, solver: SolverName): boolean {
  using run = new Run(arms[arm - 1]!, hand);
  return run.problem.supports(solver) === true;
}

/** Every solver on a supported arm, with the tracks in turn; then every arm on every track. */
function agreedRuns(): [arm: number, track: number, solver: SolverName][] {
  const bySolver = solverNames().flatMap((solver, i): [number, number, SolverName][] => {
    const turn = arms.map((_, k) => ((i + k) % arms.length) + 1);
    const arm = turn.find((each) => isSupported(each, solver));
    return arm === undefined ? [] : [[arm, (i % tracks.length) + 1, solver]];
  });
  const byArm = arms.flatMap((_, arm) =>
    tracks.map((_, track): [number, number, SolverName] => [arm + 1, track + 1, 'ccd']),
  );
  return [...bySolver, ...byArm];
}

test('page, command line and library agree on a run', async () => {
  const frames = 20;
  const page = await openPaused('?dt=0.05');
  const runs = agreedRuns();
  // The closed form supports none of these arms, which have balls or redundant hinges.
  expect(new Set(runs.map(([, , solver]) => solver))).toEqual(new Set(descents()));
  const csvs = await commands.limberCsvs(
    runs.map(([arm, track, solver]) => {
      const args = [String(arm), String(track), '--solver', solver, '--dt', '0.05'];
      return [...args, '--frames', String(frames)];
    }),
  );
  for (const [i, [arm, track, solver]] of runs.entries()) {
    const what = `arm ${arm}, track ${track}, ${solver}`;
    choose(page, 'arm', String(arm));
    choose(page, 'track', String(track));
    choose(page, 'solver', solver);
    button(page, 'reset').click();
    const { columns, rows } = parseCsv(csvs[i]!);
    using run = new Run(arms[arm - 1]!, tracks[track - 1]!, { solver, dt: 0.05 });
    for (const row of rows) {
      button(page, 'step').click();
      const { status } = run.step();
      const { player } = page.it;
      expect([...player.run.q], what).toEqual([...run.q]);
      expect([...player.run.targets], what).toEqual([...run.targets]);
      // Joint values follow the time.
      const numbers = row.slice(1, 1 + run.model.nq).map(Number);
      expect(numbers).toHaveLength(player.run.q.length);
      numbers.forEach((value, k) => expect(Math.abs(value - player.run.q[k]!), what).toBeLessThan(1e-9));
      run.residuals.forEach((value, k) => {
        const written = Number(row[columns.indexOf(`${run.arm.effectors[k]} residual [m]`)]);
        expect(Math.abs(written - value), what).toBeLessThan(1e-9);
      });
      expect([player.result!.status, row[columns.indexOf('status')]], what).toEqual([status, status]);
    }
    expect(page.it.player.run.frame).toBe(frames);
  }
  expect(page.messages).toEqual([]);
});

test('a played run is the stepped run, at any speed', async () => {
  const page = await openPaused('?arm=2&track=2&speed=4');
  play(page);
  await framesOn(page, 30);
  choose(page, 'speed', '0');
  await framesOn(page, 2);
  pause(page);
  const { run } = page.it.player;
  using other = new Run(arms[1]!, tracks[1]!, { solver: run.solver });
  for (let i = 0; i < run.frame; i += 1) other.step();
  expect([...run.q]).toEqual([...other.q]);
  expect(shown(page, 'frame')).toBe(String(run.frame));
  expect(shown(page, 'time')).toBe(`${(0.016 * run.frame).toFixed(2)} s`);
});

test('the address picks, and follows what is picked', async () => {
  const page = await loadDemo('tracks', '?arm=3&track=2&solver=transpose&dt=0.008&speed=0.5&limits=off');
  expect(complaint(page)).toBe('');
  const picked = { arm: 'fork', track: 'eight', solver: 'transpose', dt: 0.008, speed: 0.5, limits: false };
  expect(picksOf(page)).toEqual({ ...picked, trails: true });
  expect(page.it.player.run.options).toMatchObject({ solver: 'transpose', limits: false });
  const other = { arm: '1', track: 'hand', solver: 'dls', dt: '0.016', speed: '3' };
  for (const [name, value] of Object.entries(other)) choose(page, name, value);
  for (const name of ['limits', 'trails']) toggle(page, name);
  await addressed(page, '?arm=1&track=hand&solver=dls&trails=off');
  const again = await loadDemo('tracks', page.window.location.search);
  expect(picksOf(again)).toMatchObject({ arm: 'chain', track: 'hand', solver: 'dls', trails: false });
});

test('names of arms and tracks do as well as numbers', async () => {
  const page = await openTracks('?arm=tree&track=spiral');
  expect(picksOf(page)).toMatchObject({ arm: 'tree', track: 'spiral', solver: 'ccd' });
  await addressed(page, '?arm=4&track=3&solver=ccd');
});

test('every preset loads, and every solver switches while it runs', async () => {
  const page = await openTracks('?arm=1&track=1&speed=4');
  for (let arm = 1; arm <= arms.length; arm += 1) {
    choose(page, 'arm', String(arm));
    const { effectors, title, text } = arms[arm - 1]!;
    expect(shown(page, 'arm-text')).toBe(text);
    expect(page.document.querySelector('select[name=arm]')!.textContent).toContain(title);
    expect(page.it.picture!.handles.points).toHaveLength(effectors.length);
    const { run } = page.it.player;
    for (const option of page.document.querySelectorAll<HTMLOptionElement>('select[name=solver] option')) {
      const answer = run.problem.supports(option.value as SolverName);
      expect(option.disabled).toBe(answer !== true);
      if (answer !== true) {
        expect(shown(page, 'solver-text')).toContain(option.value);
        expect(shown(page, 'solver-text')).toContain(`${answer}.`);
        continue;
      }
      choose(page, 'solver', option.value);
      await framesOn(page, 3);
      expect(page.it.player.run).toBe(run);
      expect(run.solver).toBe(option.value);
      expect(page.it.player.result!.status).not.toBe('unsupported');
      expect([...run.residuals].every((each) => each < 0.2 * run.model.reach)).toBe(true);
    }
  }
  for (const track of ['1', '2', '3', 'hand']) {
    choose(page, 'track', track);
    await until(() => page.window.location.search.includes(`track=${track}`), 'the address');
  }
  expect(page.messages).toEqual([]);
});

test('a solver that another arm does not support gives way, with the reason', async () => {
  const combination = solverNames().flatMap((solver) => {
    const [yes, no] = [true, false].map((wanted) =>
      arms.findIndex((_, i) => isSupported(i + 1, solver) === wanted),
    );
    return yes! >= 0 && no! >= 0 ? [{ solver, yes: yes! + 1, no: no! + 1 }] : [];
  })[0];
  if (!combination) return; // every solver supports every arm
  const { solver, yes, no } = combination;
  const page = await openTracks(`?arm=${yes}&solver=${solver}`);
  choose(page, 'arm', String(no));
  const answer = page.it.player.run.problem.supports(solver);
  expect(complaint(page)).toContain(String(answer));
  expect(page.it.picks.solver).not.toBe(solver);
  await until(() => page.window.location.search.includes(`solver=${page.it.picks.solver}`), 'the address');
});

test('a target taken by the mouse leaves its track, the arm follows, and it goes back when let go', async () => {
  const page = await openPaused('?arm=3&track=1&solver=dls', { width: 1000 });
  const { player } = page.it;
  const handles = page.it.picture!.handles.points;
  await mouseDragBy(page, handles[0]!.element, -70, 60);
  play(page);
  const place = handles[0]!.position.clone();
  expect(rowOf(page, 0)[2]).toBe('held');
  expect(rowOf(page, 1)[2]).toBe('on its track');
  const moving = [...player.run.targets.subarray(3, 6)];
  await framesOn(page, 30);
  expect([...player.run.targets.subarray(0, 3)]).toEqual(place.toArray());
  expect([...player.run.targets.subarray(3, 6)]).not.toEqual(moving);
  expect(player.run.goals[0]!.distance).toBeLessThan(1e-3);
  letGoOf(page, 0).click();
  await framesOn(page, 2);
  expect(rowOf(page, 0)[2]).toBe('on its track');
  expect([...player.run.targets.subarray(0, 3)]).not.toEqual(place.toArray());
  expect(page.document.activeElement).toBe(handles[0]!.element);
  // Changing the track also releases. The target may have moved away from the mouse before.
  pause(page);
  await mouseDragBy(page, handles[1]!.element, 40, -40);
  expect(page.it.player.isHeld(1)).toBe(true);
  choose(page, 'track', '2');
  expect([0, 1].map((i) => page.it.player.isHeld(i))).toEqual([false, false]);
});

test('a target is moved by the arrow keys, in a pause too, while time stands still', async () => {
  const page = await openPaused('?arm=1&track=hand&solver=lm');
  const { player } = page.it;
  const handle = page.it.picture!.handles.points[0]!;
  const [before, q] = [handle.position.clone(), [...player.run.q]];
  page.frame.focus();
  handle.element.focus();
  for (let i = 0; i < 6; i += 1) await press('ArrowDown');
  for (let i = 0; i < 4; i += 1) await press('ArrowLeft');
  expect(handle.position.distanceTo(before)).toBeGreaterThan(0.05);
  expect([...player.run.q]).not.toEqual(q);
  expect(player.run.goals[0]!.distance).toBeLessThan(1e-3);
  expect([player.run.frame, shown(page, 'frame'), rowOf(page, 0)[2]]).toEqual([0, '0', 'held']);
});

test('targets out of reach at the same time are missed by the same distance', async () => {
  const page = await openTracks('?arm=3&track=2&solver=dls');
  await framesOn(page, 20);
  button(page, 'far').click();
  await until(() => page.it.player.resting, 'the arm to rest');
  await atRest(page);
  const [left, right] = page.it.player.run.residuals;
  expect(left).toBeGreaterThan(0.1);
  expect(Math.abs(left! - right!)).toBeLessThan(1e-3);
  expect(rowOf(page, 0)[1]).toBe(rowOf(page, 1)[1]);
  expect(shown(page, 'status')).toBe('unreachable');
  choose(page, 'arm', '1');
  expect(button(page, 'far').hidden).toBe(true);
});

test('the chart has the residuals of the run, oldest first, and forgets', async () => {
  const page = await openPaused('?arm=3&track=3&solver=ccd');
  const seen: number[][] = [];
  for (let i = 0; i < 12; i += 1) {
    button(page, 'step').click();
    seen.push([page.it.player.run.time, ...page.it.player.run.residuals]);
  }
  const [times, ...residuals] = page.it.chart.curves.data;
  expect([...times].map((time, i) => [time, ...residuals.map((column) => column[i])])).toEqual(seen);
});

test('a joint at its limit is named', async () => {
  const page = await openPaused('?arm=4&track=3&solver=ccd');
  const { player } = page.it;
  for (let i = 0; i < 240 && player.run.problem.linksAtLimit().length === 0; i += 1)
    button(page, 'step').click();
  const names = player.run.problem.linksAtLimit();
  expect(names.length).toBeGreaterThan(0);
  expect(shown(page, 'limits')).toBe(names.join(', '));
});
