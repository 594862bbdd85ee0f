/** The scenes of "Tie it down", and what is drawn of their ties, against geometry. */
import { Model, Problem } from 'limber';
import { ballChain, Player } from 'limber/robots';
import { Quaternion, Vector3 } from 'three';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultsOf, readPicks, writePicks } from '../../../demos/shell/picks.ts';
import { nearestOf } from '../../../demos/tie/marks.ts';
import { page } from '../../../demos/tie/page.ts';
import { boxAt, edge, scenes } from '../../../demos/tie/scenes.ts';
import { coordinatesOf } from '../../../demos/tie/virtual-arm.ts';
import { frameOf, placeNow } from '../../../demos/ties/frames.ts';
import { named, onBase } from '../../../demos/views/robots.ts';
import { drivenLinks } from '../../../web/src/bench/driven.ts';
import { settingsOf, wholeArm } from '../../../web/src/bench/exhibit.ts';
import { makeRun } from '../../../web/src/bench/start.ts';
import '../support/silence.ts';

const usual = defaultsOf(page.picks);
type Picks = typeof usual;
const sceneOf = (name: string) => scenes.find((scene) => scene.name === name)!;

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

/** A scene played without a view. */
function play(name: string, change: Partial<Picks> = {}): Player {
  const scene = sceneOf(name);
  const exhibit = page.exhibit({ ...usual, scene, ties: scene.ties, ...change });
  const [settings, arm] = [settingsOf(exhibit), wholeArm(exhibit.arm!, null)];
  const run = makeRun(arm, settings);
  drivenLinks({ run, arm, exhibit, settings });
  const player = new Player(run);
  open.push(player);
  player.steps = settings.step && { limits: true, ...settings.step };
  player.playing = true;
  if (exhibit.met) player.solveInPause();
  return player;
}

function step(player: Player, frames: number, before?: (frame: number) => void): number {
  let worst = 0;
  for (let i = 1; i <= frames && player.running; i += 1) {
    before?.(i);
    player.step();
    worst = Math.max(worst, ...player.run.goals.slice(0, 2).map(({ distance }) => distance));
  }
  return worst;
}

const toolOf = ({ run }: Player, i: number) =>
  placeNow(run.problem, frameOf(run.goals[i]!.link, run.goals[i]!.offset));

/** Moves a link from outside. */
function push(player: Player, link: string, pose: readonly number[]): void {
  const { model, problem, q } = player.run;
  q.set(pose, model.links[model.findLink(link)]!.qIndex);
  problem.state.update();
  player.wake();
}

describe('scenes', () => {
  it.each(scenes.filter(({ name }) => name !== 'conflict').map(({ name }) => name))('%s is met', (name) => {
    const player = play(name);
    const follows = player.run.track.name !== 'hand';
    step(player, 900);
    for (const { distance, angle } of player.run.goals) {
      expect(distance).toBeLessThan(follows ? 0.01 : 1e-3);
      if (!follows) expect(angle).toBeLessThan(2e-3);
    }
  });

  it('come back from their addresses, and say what an address has wrong', () => {
    for (const scene of scenes) {
      const picks = { ...usual, scene, ties: scene.ties, gain: 5, q: [0.5, -1], to: [1, 2, 3] };
      expect(readPicks(page.picks, writePicks(page.picks, picks))).toEqual({ picks, complaints: [] });
    }
    const own = { ...usual, ties: [{ ...usual.ties[0]!, off: true as const }] };
    expect(readPicks(page.picks, writePicks(page.picks, own)).picks.ties).toEqual(own.ties);
    const { complaints, picks } = readPicks(page.picks, '?scene=tail&ties=[1&gain=40');
    expect(complaints).toHaveLength(2);
    expect(picks.gain).toBe(40);
  });

  it('keep a pose while the base is pushed', () => {
    const player = play('pose');
    step(player, 900);
    for (let i = 1; i <= 60; i += 1) {
      push(player, 'stand', [-0.002 * i, 0, 0.003 * i]);
      player.step();
      expect(player.run.goals[0]!.distance).toBeLessThan(1e-4);
    }
  });
});

/** Parts of a frame, as the core has it by default. */
const substeps = 4;

describe('following', () => {
  it('lags on a circle as a filter of first order does, and 20 times less with feed-forward', () => {
    const gain = 10;
    const [fed, unfed] = [true, false].map((forward) => {
      const player = play('follow', { gain, forward });
      const path: Vector3[] = [];
      step(player, 250, () => path.push(new Vector3().fromArray(player.run.targets)));
      const farthest = Math.max(...path.map((place) => place.distanceTo(path.at(-1)!)));
      const chord = path.at(-1)!.distanceTo(path.at(-2)!);
      return { error: player.run.goals[0]!.distance, radius: farthest / 2, chord, dt: player.run.dt };
    });
    // x' = x + K h (t − x) with t on a circle: |t − x| = r |z| / |z + K h|, z = exp(i ω h) − 1; h: a substep.
    const { radius, chord, dt, error } = unfed!;
    const turn = (2 * Math.asin(chord / 2 / radius)) / substeps;
    const [re, im] = [Math.cos(turn) - 1, Math.sin(turn)];
    const lag = (radius * Math.hypot(re, im)) / Math.hypot(re + (gain * dt) / substeps, im);
    expect(Math.abs(error / lag - 1)).toBeLessThan(0.05);
    expect(error / fed!.error).toBeGreaterThan(20);
  });
});
describe('two arms', () => {
  it('hold the box from both sides wherever it goes, and fall behind without feed-forward', () => {
    const along = (forward: boolean): number => {
      const player = play('box', { forward });
      const lead = () => push(player, 'box', boxAt(player.run.time + player.run.dt));
      // The first frame takes the box from rest.
      step(player, 30, lead);
      return step(player, 450, lead);
    };
    const fed = along(true);
    expect(fed).toBeLessThan(1e-3);
    expect(along(false)).toBeGreaterThan(10 * fed);
  });

  it('never let go of a box that they carry, and lose one that is dragged away', () => {
    const far = [0, 0.62, 1.4, 0, 0, 0, 1];
    const [carry, drag] = [play('carry'), play('box')];
    carry.run.goals[2]!.target.set(far);
    push(drag, 'box', far);
    carry.wake();
    step(carry, 600);
    step(drag, 600);
    const gap = ({ run }: Player) => Math.max(...run.goals.slice(0, 2).map(({ distance }) => distance));
    expect(gap(carry)).toBeLessThan(0.01);
    expect(gap(drag)).toBeGreaterThan(0.2);
  });

  it('face each other’s hand at the width of the box', () => {
    const player = play('hands');
    step(player, 300);
    const at = (link: string) => placeNow(player.run.problem, frameOf(link));
    const [left, right] = [at('left effector'), at('right effector')];
    const between = right.position.clone().sub(left.position);
    expect(between.length()).toBeCloseTo(edge, 3);
    const z = (rotation: Quaternion) => new Vector3(0, 0, 1).applyQuaternion(rotation);
    expect(z(left.rotation).dot(z(right.rotation))).toBeCloseTo(-1, 4);
    expect(z(left.rotation).dot(between.normalize())).toBeCloseTo(1, 4);
  });
});

describe('drawings', () => {
  it('measure a goal’s error as the core does', () => {
    for (const name of ['leash', 'plane', 'line', 'pose', 'cup', 'lamp', 'conflict', 'follow']) {
      const player = play(name);
      player.run.problem.state.update();
      player.run.goals.forEach((goal, i) => {
        const tool = toolOf(player, i).position;
        const nearest = nearestOf(goal, tool);
        if (nearest) expect(nearest.distanceTo(tool), `${name} ${goal.type}`).toBeCloseTo(goal.distance, 9);
        else expect(['lookAt', 'direction']).toContain(goal.type);
      });
    }
  });

  it('lead by six coordinates from the target to the tool; those that are held are the error', () => {
    for (const [name, names] of [
      ['pose', ['x', 'y', 'z', 'rx', 'ry', 'rz']],
      ['plane', ['z']],
      ['line', ['x', 'y']],
      ['follow', ['x', 'y', 'z']],
      ['leash', ['d']],
      ['look', ['φ₄', 'φ₅']],
    ] as const) {
      const player = play(name);
      const { problem } = player.run;
      problem.state.update();
      const [goal] = problem.goals;
      const all = coordinatesOf(problem, goal!);
      expect(all).toHaveLength(6);
      expect(all.filter(({ held }) => held).map((each) => each.name)).toEqual(names);
      const held = (slides: boolean) =>
        Math.hypot(
          ...all.filter((each) => each.held && each.words.endsWith('°') !== slides).map(({ value }) => value),
        );
      const tool = toolOf(player, 0).position;
      if (goal!.type === 'distance')
        expect(held(true)).toBeCloseTo(tool.distanceTo(new Vector3().fromArray(goal!.target)), 9);
      else {
        expect(held(true), name).toBeCloseTo(goal!.distance, 9);
        expect(held(false), name).toBeCloseTo(goal!.angle, 6);
      }
      const slides = all.filter(({ words }) => !words.endsWith('°'));
      expect(slides.at(-1)!.line.at(-1)!.distanceTo(tool)).toBeLessThan(1e-9);
    }
  });
});

describe('robots on bases', () => {
  it('keep their shape under other names', () => {
    using large = Model.from(named('my', ballChain(2)));
    expect(large.links.map(({ name }) => name)).toEqual(ballChain(2).links.map(({ name }) => `my ${name}`));
  });

  it('go with the base and turn with it', () => {
    using model = Model.from({ links: onBase('stand', ballChain(2), 0.1) });
    using problem = new Problem(model);
    problem.state.q.set([1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2], model.links[0]!.qIndex);
    problem.state.update();
    // A chain of one metre on a base 10 cm high, laid along −x.
    const tip = 7 * model.findLink('effector');
    [1 - 1.1, 2, 3].forEach((value, i) => expect(problem.state.poses[tip + i]).toBeCloseTo(value, 12));
  });
});
