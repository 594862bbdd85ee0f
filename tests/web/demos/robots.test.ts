/** The page Robots without a browser: its address, its reader's files, and a thrown goal. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, solverNames } from 'limber';
import { factsOf } from 'limber/bench';
import { catalogue } from '../../../demos/robot-files/catalogue.ts';
import { findFile, readFiles, sourceOf, urdfsOf } from '../../../demos/robot-files/files.ts';
import { schemaOf, type Picks } from '../../../demos/robots/picks.ts';
import { Rig } from '../../../demos/robot-files/rig.ts';
import { defaultsOf, readPicks, writePicks } from '../../../demos/shell/picks.ts';
import { textOf } from '../support/urdf-files.ts';
import '../support/silence.ts';

const given = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1)!) }));
const named = (name: string) => catalogue.find((each) => each.name === name)!;

describe('the address', () => {
  const schema = () => schemaOf(solverNames());

  it('of what is picked reads back the same, and does not name a file of the reader’s', () => {
    const robot = named('ur10');
    const picks: Picks = {
      robot,
      tip: robot.tips[3]!,
      solver: 'dls',
      orientation: true,
      limits: false,
      arcs: false,
      meshes: false,
      at: [0.1, -0.25, 1.5, 0, 0, 0, 1],
      q: [0.5, -1, 0, 3.14159, 0, 0],
    };
    expect(readPicks(schema(), writePicks(schema(), picks))).toEqual({ picks, complaints: [] });
    expect(writePicks(schema(), defaultsOf(schema()))).toBe('');
    const own = sourceOf('arm.urdf', textOf('ur5.urdf'), []);
    const query = writePicks(schema(), { ...picks, robot: own, tip: own.tips[1]! });
    expect(query).toBe('?solver=dls&orientation=on&limits=off&arcs=off&meshes=off');
  });

  it.each([
    ...['?q=1,,2', '?q=', '?q=1e999', '?q=NaN', '?at=1,2', '?at=1,2,x', '?robot=toString', '?solver='],
    ...['?limits=maybe', '?tip=nobody'],
  ])('%s is taken as the default, with a complaint', (query) => {
    const { picks, complaints } = readPicks(schema(), query);
    expect(picks).toEqual(defaultsOf(schema()));
    expect(complaints).toHaveLength(1);
  });
});

describe('a goal that is thrown out of reach and brought back', () => {
  // Fractions of the reach along each axis: slightly out of reach, and far.
  const far = [1, -1, 3, -3].flatMap((part) =>
    [0, 1, 2].map((axis) => [0, 1, 2].map((k) => (k === axis ? part : 0))),
  );
  const dt = 1 / 60;

  it('is reached again, with all joints moved in small steps', () => {
    let searched = 0;
    for (const source of catalogue) {
      const rig = new Rig(source);
      const picks = { ...defaultsOf(schemaOf(solverNames())), robot: source };
      rig.stand([], true);
      rig.reachWith(source.tips[0]!.name, false);
      const { goal, problem, model } = rig;
      const home = [...goal.target];
      const bring = (place: readonly number[]) => {
        const from = [...goal.target];
        for (let i = 1; i <= 20; i += 1) {
          place.forEach((each, k) => (goal.target[k] = from[k]! + ((each - from[k]!) * i) / 20));
          rig.wake();
          rig.step(picks, dt);
        }
        for (let i = 0; !rig.resting && i < 1000; i += 1) rig.step(picks, dt);
        searched += Number(rig.searched && factsOf(problem).reached);
        rig.letGo();
        let before = problem.state.q.slice();
        for (let i = 0; !rig.resting && i < 1000; i += 1) {
          rig.step(picks, dt);
          const { q } = problem.state;
          if (rig.searched) q.forEach((each, k) => expect(Math.abs(each - before[k]!)).toBeLessThan(0.12));
          before = q.slice();
        }
        searched += Number(rig.searched && factsOf(problem).reached);
      };
      for (const direction of far) {
        bring(home.map((each, k) => each + direction[k]! * model.reach));
        bring(home);
        expect(goal.distance, source.name).toBeLessThan(1e-3 * model.reach);
      }
      rig.dispose();
    }
    // Without a search they would be stuck.
    expect(searched).toBeGreaterThan(0);
  });
});

describe('the catalogue', () => {
  it.each(catalogue.map((source) => [source.name, source] as const))(
    '%s starts inside its limits, with a tip',
    (_, { upright, tips, start }) => {
      using model = Model.from(upright);
      using problem = new Problem(model);
      expect(start).toHaveLength(model.nq);
      problem.state.q.set(start);
      problem.state.update();
      problem.state.projectOntoLimits();
      [...problem.state.q].forEach((each, i) => expect(each).toBeCloseTo(start[i]!, 12));
      expect(tips[0]!.group).toBe('Likely tips');
    },
  );
});

describe('files', () => {
  it('are found by the longest end of their path', () => {
    const files = given(
      'ur_description/meshes/ur5/visual/base.dae',
      'ur_description/meshes/ur10/visual/base.dae',
      'ur_description/meshes/ur10/visual/Forearm.DAE',
      'ur_description/urdf/ur10.urdf',
    );
    const find = (path: string) => files.find(({ file }) => file === findFile(files, path))?.path;
    expect(find('package://ur_description/meshes/ur10/visual/base.dae')).toBe(files[1]!.path);
    expect(find('/ur_description/meshes/ur5/visual/base.dae')).toBe(files[0]!.path);
    expect(find('../meshes/ur5/visual/base.dae')).toBe(files[0]!.path);
    expect(find('file:///C:\\robots\\ur10\\visual\\forearm.dae')).toBe(files[2]!.path);
    expect(find('package://ur_description/meshes/ur10/visual/wrist.dae')).toBeUndefined();
    expect(find('')).toBeUndefined();
  });

  it('of a package give its own URDF first, a xacro last', () => {
    const paths = urdfsOf(given('a/robots/parts/hand.urdf', 'a/arm.xacro', 'a/mesh.stl', 'a/arm.urdf')).map(
      ({ path }) => path,
    );
    expect(paths).toEqual(['a/arm.urdf', 'a/robots/parts/hand.urdf', 'a/arm.xacro']);
  });

  it('without a URDF go to the robot before, or are refused with the remedy', async () => {
    const text = textOf('ur5.urdf');
    const own = sourceOf('arm.urdf', text, given('arm.urdf'));
    const mesh = given('bar.stl');
    expect(await readFiles(mesh, own)).toEqual({
      name: 'arm.urdf',
      text,
      given: [...mesh, ...own.own!.given],
    });
    const other = catalogue[0]!;
    await expect(readFiles(mesh, other)).rejects.toThrow(
      'bar.stl is not a URDF; drop a file that ends in .urdf',
    );
    await expect(readFiles(given('a', 'b', 'c', 'd'), other)).rejects.toThrow(
      'none of these 4 files holds a URDF',
    );
    await expect(readFiles([], other)).rejects.toThrow('nothing holds a URDF');
    await expect(readFiles(given('robot.zip'), other)).rejects.toThrow('unpack it');
  });

  it('with per cent signs that are none are no trouble', () => {
    expect(findFile(given('100%.stl'), '100%.stl')).toBeDefined();
  });
});
