/** Meshes of a URDF, read by urdf-loader from a reader's files, go where the model's links are. */

import { init } from 'limber';
import { Matrix4, Mesh, Quaternion, Vector3 } from 'three';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { closePage, mouseDragBy } from './page-support.ts';
import {
  excess,
  find,
  gap,
  give,
  openRobots,
  rest,
  type RobotsInPage,
  slide,
  toggle,
  trouble,
} from './robots-support.ts';
import { until } from './page-support.ts';

beforeAll(() => init());
afterEach(closePage);

const limit = '<limit lower="-2" upper="2" effort="1" velocity="1"/>';
const joint = (name: string, parent: string, child: string, place: string, more = limit): string =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/>` +
  `<origin ${place}/><axis xyz="0 1 0"/>${more}</joint>`;
const mesh = (link: string, path: string): string =>
  `<link name="${link}"><visual><geometry><mesh filename="${path}"/></geometry></visual></link>`;

const robot = `<robot name="bars">
  <link name="base"><visual><geometry><cylinder radius="0.1" length="0.05"/></geometry></visual></link>
  ${mesh('upper', 'package://bars/meshes/Bar.STL')}
  ${mesh('lower', 'meshes/bar.obj')}
  ${mesh('hand', 'file:///somewhere/else/hand.dae')}
  ${joint('shoulder', 'base', 'upper', 'xyz="0 0 0.1" rpy="0 0.5 0.2"')}
  ${joint('elbow', 'upper', 'lower', 'xyz="0 0 0.4"')}
  ${joint('wrist', 'lower', 'hand', 'xyz="0 0 0.4" rpy="1 0 0"')}
</robot>`;

const corners = [0, 0.4].flatMap((z) => [-0.04, 0.04].flatMap((y) => [-0.04, 0.04].map((x) => [x, y, z])));
const triangles = [
  [0, 1, 5],
  [0, 2, 6],
  [3, 5, 7],
];
const stl = [
  'solid bar',
  ...triangles.flatMap((each) => [
    'facet normal 0 0 1\nouter loop',
    ...each.map((i) => `vertex ${corners[i]!.join(' ')}`),
    'endloop\nendfacet',
  ]),
  'endsolid bar',
].join('\n');
const obj = [
  ...corners.map((corner) => `v ${corner.join(' ')}`),
  ...triangles.map((each) => `f ${each.map((i) => i + 1).join(' ')}`),
].join('\n');
const dae = `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="9">0 0 0 0.1 0 0 0 0.1 0</float_array>
      <technique_common><accessor source="#a" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>`;

/** The meshes that are drawn below a link, and how far the link's frame is from the model's. */
function drawn({ robots }: RobotsInPage, name: string): { meshes: number; off: number } {
  const { rig } = robots;
  const link = rig.drawn.getObjectByName(name)!;
  rig.drawn.updateWorldMatrix(true, true);
  const { poses } = rig.problem.state;
  const at = 7 * rig.model.findLink(name);
  const pose = new Matrix4().compose(
    new Vector3().fromArray(poses, at),
    new Quaternion().fromArray(poses, at + 3),
    new Vector3(1, 1, 1),
  );
  const off = Math.max(...pose.elements.map((each, i) => Math.abs(each - link.matrixWorld.elements[i]!)));
  let meshes = 0;
  for (const visual of link.children.filter((each) => each.type === 'URDFVisual')) {
    visual.traverse((object) => (meshes += Number((object as Mesh).isMesh ?? false)));
  }
  return { meshes, off };
}

const links = ['base', 'upper', 'lower', 'hand'];
const meshesOf = (page: RobotsInPage) => links.map((name) => drawn(page, name).meshes);

test('meshes follow the hand, and those that are missing are named until they come', async () => {
  const page = await openRobots();
  await give(page, [
    ['bars.urdf', robot],
    ['bar.stl', stl],
  ]);
  await until(() => trouble(page) !== '', 'the missing meshes to be named');
  expect(trouble(page)).toContain('bar.obj, hand.dae');
  expect(meshesOf(page)).toEqual([1, 1, 0, 0]);

  await give(page, [
    ['bar.obj', obj],
    ['hand.dae', dae],
  ]);
  await until(
    () => page.robots.rig.drawn.getObjectByName('hand') !== undefined && meshesOf(page)[3] === 1,
    'the meshes',
  );
  expect(meshesOf(page)).toEqual([1, 1, 1, 1]);
  expect(trouble(page)).toBe('');

  for (const [i, value] of [0.3, 0.8, -0.6].entries()) slide(page, i, value);
  await mouseDragBy(page, page.robots.stage!.goal!.element, 25, 15);
  await rest(page);
  expect(gap(page)).toBeLessThan(0.03);
  expect(excess(page)).toBeLessThan(1e-9);
  for (const name of links) expect(drawn(page, name).off, name).toBeLessThan(1e-9);

  // Our own shapes instead, and back.
  expect(find(page, '.meshes').hidden).toBe(false);
  toggle(page, 'meshes');
  await until(() => !('isURDFRobot' in page.robots.rig.drawn), 'our own shapes');
  toggle(page, 'meshes');
  await until(() => 'isURDFRobot' in page.robots.rig.drawn, 'the meshes again');
  expect(page.messages).toEqual([]);
});

test('a mesh that cannot be read is named, and the robot moves all the same', async () => {
  const page = await openRobots();
  await give(page, [
    ['bars.urdf', robot],
    ['bar.stl', stl],
    ['bar.obj', obj],
    ['hand.dae', 'no COLLADA'],
  ]);
  await until(() => trouble(page) !== '', 'a word about the mesh');
  expect(trouble(page)).toContain('hand.dae');
  slide(page, 0, 1);
  await rest(page);
  expect(drawn(page, 'hand').off).toBeLessThan(1e-9);
});
