/** The page Robot without a browser: its address, its reader's files, and a thrown goal. */
import { describe, expect, it } from 'vitest';
import { Model, Problem, solverNames } from 'limber';
import { catalogue } from '../../../demos/robot-files/catalogue.ts';
import { findFile, readFiles, sourceOf, urdfsOf } from '../../../demos/robot-files/files.ts';
import { allRobots } from '../../../demos/robot-files/robots.ts';
import { exhibitOf, schemaOf, type Picks } from '../../../demos/robot/exhibit.ts';
import { defaultsOf, readPicks, writePicks } from '../../../demos/shell/picks.ts';
import { textOf } from '../support/urdf-files.ts';
import '../support/silence.ts';

const given = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1)!) }));
const named = (name: string) => allRobots.find((each) => each.name === name)!;

describe('the address', () => {
  const schema = () => schemaOf(solverNames());

  it('of what is picked reads back the same, and does not name a file of the reader’s', () => {
    const robot = named('ur10');
    const picks: Picks = {
      ...defaultsOf(schema()),
      ...{ robot, tip: robot.tips[3]!, solver: 'dls', orientation: true, limits: false, arcs: true },
      ...{ meshes: false, to: [0.1, -0.25, 1.5, 0, 0, 0, 1], q: [0.5, -1, 0, 3.14159, 0, 0] },
    };
    expect(readPicks(schema(), writePicks(schema(), picks))).toEqual({ picks, complaints: [] });
    expect(writePicks(schema(), defaultsOf(schema()))).toBe('');
    const own = sourceOf('arm.urdf', textOf('ur5.urdf'), []);
    const query = writePicks(schema(), { ...picks, robot: own, tip: own.tips[1]! });
    expect(query).toBe('?solver=dls&orientation=on&limits=off&arcs=on&meshes=off');
  });

  it.each([
    ...['?q=1,,2', '?q=', '?q=1e999', '?q=NaN', '?to=1,2,x', '?panel=none', '?robot=toString', '?solver='],
    ...['?limits=maybe', '?tip=nobody'],
  ])('%s is taken as the default, with a complaint', (query) => {
    const { picks, complaints } = readPicks(schema(), query);
    expect(picks).toEqual(defaultsOf(schema()));
    expect(complaints).toHaveLength(1);
  });
});

it.each(['drag', 'poses', 'obstacles', 'track'] as const)('every robot has an exhibit for the panel %s', (panel) => {
  const picks = defaultsOf(schemaOf(solverNames()));
  for (const robot of allRobots)
    for (const solver of solverNames()) {
      const all = { ...picks, panel, robot, tip: robot.tips[0]!, solver };
      const exhibit = exhibitOf(all, solverNames());
      // Made once: the bench tells by that whether the arm is the same.
      expect(exhibitOf(all, solverNames()).arm).toBe(exhibit.arm);
      using model = Model.from(robot.upright);
      using problem = new Problem(model);
      const { effectors = [] } = exhibit.arm as { effectors?: readonly string[] };
      const points = effectors.map((link) => ({ type: 'position', link }) as const);
      for (const goal of exhibit.goals ?? points) problem.addGoal(goal);
      expect(problem.supports(exhibit.solver!)).toBe(true);
    }
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
