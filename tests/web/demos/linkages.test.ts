/** The page's linkages against geometry. */

import { Model, Problem, type ModelDescription } from 'limber';
import { Vector3 } from 'three';
import { afterEach, describe, expect, test } from 'vitest';
import { fits, misfitOf } from '../../../demos/linkages/fits.ts';
import { Mechanism } from '../../../demos/linkages/mechanism.ts';
import { linkages, type Linkage } from '../../../demos/linkages/scenes/index.ts';
import * as jansen from '../../../demos/linkages/scenes/jansen.ts';
import { excess } from '../../../demos/linkages/scenes/misfit.ts';
import { peaucellier, pivot } from '../../../demos/linkages/scenes/peaucellier.ts';
import { scissor } from '../../../demos/linkages/scenes/scissor.ts';

const open: { dispose(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
});

const sceneOf = (name: string): Linkage => linkages.find((each) => each.name === name)!;
const fitting = linkages.filter(({ misfits }) => !misfits);

function rigOf(name: string): Mechanism {
  const scene = sceneOf(name);
  const problem = new Problem(Model.from(scene.description));
  open.push(problem, problem.model);
  return new Mechanism(scene, problem);
}

/** Plays a linkage's drive once in steps of 1/60 s, and calls `look` after each. */
function through(rig: Mechanism, look: (time: number) => void): void {
  const frames = Math.ceil(rig.linkage.drive.period * 60);
  for (let i = 0; i < frames; i += 1) {
    rig.step(1 / 60);
    look(rig.time);
  }
}

const valueOf = ({ model, problem }: Mechanism, link: string): number =>
  problem.state.q[model.links[model.findLink(link)]!.qIndex]!;
const originOf = (rig: Mechanism, link: string): Vector3 => rig.place({ link, position: [0, 0, 0] });
const offOf = ({ joints }: Mechanism): number[] =>
  joints.map(({ metres, radians }) => misfitOf(metres, radians));

/** The largest that `look` returns while a linkage plays once. */
function most(rig: Mechanism, look: (time: number) => number): number {
  let found = 0;
  through(rig, (time) => (found = Math.max(found, look(time))));
  return found;
}

describe.each(fitting)('$name', ({ name, drive, handles, planar }) => {
  test('is put together in its zero pose', () => {
    for (const { distance, angle } of rigOf(name).problem.loops) {
      expect(distance).toBeLessThan(1e-12);
      expect(angle).toBeLessThan(1e-7);
    }
  });

  test('stays closed through a whole turn of its drive, and follows it', () => {
    const rig = rigOf(name);
    const isDriven = (time: number): boolean => drive.type === 'joint' && time > 1;
    let off = 0;
    const worst = most(rig, (time) => {
      if (isDriven(time)) off = Math.max(off, Math.abs(valueOf(rig, drive.link) - drive.at(time)[0]!));
      return rig.residual;
    });
    expect(worst).toBeLessThan(1e-9);
    expect(off).toBeLessThan(1e-3);
  });

  test.each(handles)('stays closed while its “$label” is pulled about, out of reach too', (handle) => {
    const rig = rigOf(name);
    const start = rig.place(handle);
    let [worst, moved] = [0, 0];
    rig.take(handle, start);
    for (let frame = 0; frame < 240; frame += 1) {
      const [angle, radius] = [(2 * Math.PI * frame) / 80, (0.4 * frame) / 240];
      const way = new Vector3(Math.cos(angle), Math.sin(angle), planar ? 0 : Math.sin(2 * angle));
      rig.pullTo(way.multiplyScalar(radius).add(start));
      rig.step(1 / 60);
      worst = Math.max(worst, rig.residual);
      moved = Math.max(moved, rig.place(handle).distanceTo(start));
    }
    rig.letGo();
    expect(worst).toBeLessThan(1e-6);
    expect(moved).toBeGreaterThan(0.05);
  });

  test('is put together after its links were thrown about, slowly enough to be seen', () => {
    const rig = rigOf(name);
    rig.explode(generator(7));
    expect(Math.max(...offOf(rig))).toBeGreaterThan(0.05);
    let frames = 0;
    for (; rig.assembling > 0; frames += 1) rig.step(1 / 60);
    expect(frames).toBeGreaterThan(8);
    offOf(rig).forEach((off, i) => expect(off, rig.joints[i]!.name).toBeLessThan(1e-6));
  });
});

describe('a linkage by itself', () => {
  test('Peaucellier’s point keeps to its line', () => {
    const rig = rigOf('peaucellier');
    const { arm, side, apart } = peaucellier;
    const heights: number[] = [];
    through(rig, () => {
      const point = rig.place(rig.linkage.traces[0]!);
      // Inversion, in a circle of radius √(arm² − side²), of a circle of radius `apart` through its centre.
      expect(Math.abs(point.x - pivot[0] - (arm ** 2 - side ** 2) / (2 * apart))).toBeLessThan(1e-11);
      heights.push(point.y);
    });
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.5);
  });

  test('the table of the scissor lift is as high as its stages', () => {
    const rig = rigOf('scissor');
    const { stages, bar, start, base } = scissor;
    through(rig, () => {
      const angle = start + valueOf(rig, 'rising 1');
      const height = base + stages * bar * Math.sin(angle);
      expect(Math.abs(originOf(rig, 'table').y - height)).toBeLessThan(1e-10);
      // The table stays level.
      const { poses } = rig.problem.state;
      expect(Math.abs(poses[7 * rig.model.findLink('table') + 5]!)).toBeLessThan(1e-9);
    });
  });

  test('Jansen’s feet are where ruler and compasses put them', () => {
    const rig = rigOf('jansen');
    const { cranks, holy, legPoints, shaft, startAngle, jansenUnit } = jansen;
    let lowest = Infinity;
    let highest = -Infinity;
    through(rig, () => {
      for (const { name, turn } of cranks) {
        const angle = startAngle + turn + valueOf(rig, 'crank');
        const [x, y] = [holy.m * Math.cos(angle), holy.m * Math.sin(angle)];
        for (const [side, mirror] of Object.entries({ left: 1, right: -1 })) {
          const foot = legPoints([mirror * x, y]).foot!;
          const link = `${name} ${side} shin`;
          const place = rig.place(rig.linkage.feet!.find((each) => each.link === link)!);
          expect(Math.abs(place.x - shaft[0] - mirror * jansenUnit * foot[0])).toBeLessThan(1e-9);
          expect(Math.abs(place.y - shaft[1] - jansenUnit * foot[1])).toBeLessThan(1e-9);
          lowest = Math.min(lowest, place.y);
          highest = Math.max(highest, place.y);
        }
      }
    });
    // The leg stands on the floor, higher by the material around a hinge, and lifts its feet.
    expect(lowest).toBeGreaterThan(0.015);
    expect(lowest).toBeLessThan(0.03);
    expect(highest - lowest).toBeGreaterThan(0.1);
  });
});

describe('mobility', () => {
  const rows: readonly [name: string, description: ModelDescription, mobility: number, counted: number][] = [
    // Six freedoms per link, five removed per hinge: 6 · 3 − 5 · 4, and so on.
    ['four-bar', sceneOf('four-bar').description, 1, -2],
    ['peaucellier', sceneOf('peaucellier').description, 1, 6 * 7 - 5 * 10],
    ['jansen', sceneOf('jansen').description, 1, 6 * 25 - 5 * 37],
    // A universal joint removes four, a slide five, a ball three.
    ['stewart', sceneOf('stewart').description, 6, 6 * 13 - 6 * (4 + 5 + 3)],
    ['bennett', sceneOf('bennett').description, 1, -2],
    // A hinge in a slot removes four.
    ['scissor', sceneOf('scissor').description, 1, 6 * 9 - 5 * 12 - 4 * 2],
    ['misfit', sceneOf('misfit').description, 0, 6 * 4 - 5 * 6],
    ['bennett-misfit', sceneOf('bennett-misfit').description, 0, -2],
    ['four-bar with a tilted hinge', tilted(sceneOf('four-bar').description), 0, -2],
    ['Stewart with locked legs', locked(sceneOf('stewart').description), 0, 6 * 13 - 6 * (4 + 6 + 3)],
  ];

  test.each(rows)('of %s', (_, description, mobility, counted) => {
    const model = Model.from(description);
    const problem = new Problem(model);
    open.push(problem, model);
    expect(problem.mobility()).toMatchObject({ mobility, counted });
  });
});

describe('what does not fit', () => {
  test('in maximal coordinates the joints share the misfit as springs of one stiffness would', () => {
    const rig = rigOf('misfit');
    through(rig, () => {
      // The middle crank has two joints in series with two pairs of parallel ones.
      for (const { name, metres } of rig.joints) {
        const share = excess / (name.includes('middle') ? 3 : 6);
        expect(Math.abs(metres - share), name).toBeLessThan(1e-5);
      }
    });
    expect(valueOf(rig, 'left crank')).toBeGreaterThan(6);
  });

  test.each(['misfit', 'bennett-misfit'])(
    '%s can be turned all the same, and comes together as it can',
    (name) => {
      const rig = rigOf(name);
      let least = Infinity;
      const worst = most(rig, () => {
        const off = Math.max(...offOf(rig));
        least = Math.min(least, off);
        return off;
      });
      expect(worst).toBeLessThan(0.02);
      expect(least).toBeGreaterThan(fits);
      expect(Math.abs(rig.problem.state.q[0]!)).toBeGreaterThan(6);
      rig.explode(generator(5));
      while (rig.assembling > 0) rig.step(1 / 60);
      offOf(rig).forEach((off, i) => expect(off, rig.joints[i]!.name).toBeLessThan(0.02));
    },
  );

  test('in joint coordinates its loops stay open, and that is said', () => {
    const rig = rigOf('misfit');
    rig.solver = 'lm';
    rig.solve();
    expect(rig.residual).toBeGreaterThan(1e-3);
    expect(rig.result!.status).not.toBe('converged');
  });
});

/** Tilts the hinge of the first loop by 10° about x. */
function tilted(description: ModelDescription): ModelDescription {
  const [first, ...others] = description.loops!;
  const rotation = [Math.sin(Math.PI / 36), 0, 0, Math.cos(Math.PI / 36)] as const;
  return { ...description, loops: [{ ...first!, a: { ...first!.a, rotation } }, ...others] };
}

/** Fixes the legs' lengths. */
function locked(description: ModelDescription): ModelDescription {
  const links = description.links.map((link) =>
    link.joint?.type === 'prismatic' ? { ...link, joint: { type: 'fixed' as const } } : link,
  );
  return { ...description, links };
}

/** Uniform random numbers from 0 to 1, the same in every run (Park and Miller's generator). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
