/** What the page Robots does without a browser: its address, and which of a reader's files a URDF means. */
import { beforeAll, describe, expect, it } from 'vitest';
import { init, Model, Problem, solverNames } from 'limber';
import { tipsOf } from 'limber/urdf';
import { defaults, fromQuery, toQuery, type Picks } from '../../demos/robots/address.ts';
import { catalogue } from '../../demos/robots/catalogue.ts';
import { findFile, urdfsOf } from '../../demos/robots/files.ts';
import { readFiles, sourceOf } from '../../demos/robots/own.ts';
import { textOf } from './urdf-files.ts';
import './silence.ts';

beforeAll(() => init());

const given = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File([path], path.split('/').at(-1)!) }));

describe('the address', () => {
  const read = (query: string): Picks => fromQuery(query, solverNames());

  it('of what is picked reads back the same', () => {
    const picks: Picks = {
      robot: 'ur10',
      tip: 'joint 3',
      solver: 'dls',
      orientation: true,
      limits: false,
      arcs: false,
      meshes: false,
      at: [0.1, -0.25, 1.5, 0, 0, 0, 1],
      q: [0.5, -1, 0, 3.14159, 0, 0],
    };
    expect(read(toQuery(picks))).toEqual(picks);
    expect(toQuery(defaults)).toBe('');
    expect(read('')).toEqual(defaults);
    expect(toQuery({ ...picks, robot: null })).toBe(
      '?solver=dls&orientation=on&limits=off&arcs=off&meshes=off',
    );
  });

  it.each([
    '?q=1,,2',
    '?q=',
    '?q=1e999',
    '?q=NaN',
    '?at=1,2',
    '?at=1,2,x',
    '?robot=toString',
    '?solver=',
    '?limits=maybe',
  ])('%s is taken as the default', (query) => expect(read(query)).toEqual(defaults));
});

describe('the catalogue', () => {
  it.each(Object.entries(catalogue))(
    '%s starts inside its limits, with a tip',
    (_, { upright, description, start }) => {
      using model = Model.from(upright);
      using problem = new Problem(model);
      expect(start).toHaveLength(model.nq);
      problem.state.q.set(start);
      problem.state.update();
      problem.state.projectOntoLimits();
      [...problem.state.q].forEach((each, i) => expect(each).toBeCloseTo(start[i]!, 12));
      expect(tipsOf(description).length).toBeGreaterThan(0);
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
    const own = {
      name: 'arm.urdf',
      text: '<robot/>',
      given: [],
      source: sourceOf('arm', textOf('ur5.urdf')),
    };
    expect(await readFiles(given('bar.stl'), own)).toEqual({ name: 'arm.urdf', text: '<robot/>' });
    await expect(readFiles(given('bar.stl'), null)).rejects.toThrow(
      'bar.stl is no URDF; drop a file that ends in .urdf',
    );
    await expect(readFiles(given('a', 'b', 'c', 'd'), null)).rejects.toThrow(
      'none of these 4 files holds a URDF',
    );
    await expect(readFiles([], null)).rejects.toThrow('nothing holds a URDF');
    await expect(readFiles(given('robot.zip'), null)).rejects.toThrow('unpack it');
  });

  it('with per cent signs that are none are no trouble', () => {
    expect(findFile(given('100%.stl'), '100%.stl')).toBeDefined();
  });
});
