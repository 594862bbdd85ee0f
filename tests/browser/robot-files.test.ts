/** A reader's files on the page Robot: robots, meshes, and files that are no robots. */

import { init } from 'limber';
import { Matrix4, type Mesh, type MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import rover from '../fixtures/urdf/rover.urdf?raw';
import panda from '../fixtures/urdf/panda.urdf?raw';
import ur5 from '../fixtures/urdf/ur5.urdf?raw';
import { violations } from './axe.ts';
import { closePage, mouseDragBy, until } from './page-support.ts';
import { choose as select, complaint, toggle } from './demo-support.ts';
import {
  cubeOf,
  dropFiles,
  excess,
  find,
  gap,
  give,
  openRobot,
  pick,
  rest,
  type RobotInPage,
  slide,
} from './robots-support.ts';

let page: RobotInPage;

beforeAll(async () => {
  await init();
  page = await openRobot('', { width: 1000, height: 700 });
});
afterEach(() => expect(page.messages).toEqual([]));
afterAll(closePage);

test('a file that is dropped or picked becomes draggable, its tip guessed', async () => {
  await give(page, [['ur5.urdf', ur5]], dropFiles);
  expect(complaint(page)).toBe('');
  expect(find<HTMLSelectElement>(page, 'select[name=robot]').selectedOptions[0]!.textContent).toBe(
    'ur5.urdf',
  );
  expect(find<HTMLSelectElement>(page, 'select[name=tip]').value).toBe('ee_link');
  // Away from the stretched pose.
  for (const [i, value] of [0.4, -1.2, 1.8, -0.8, 0.5, 0].entries()) slide(page, i, value);
  await mouseDragBy(page, cubeOf(page), -16, 12);
  await rest(page);
  expect(gap(page)).toBeLessThan(1e-3);

  await give(page, [['panda.urdf', panda]]);
  expect(find<HTMLSelectElement>(page, 'select[name=tip]').value).toBe('panda_hand_tcp');
  const options = [...find<HTMLSelectElement>(page, 'select[name=tip]').options].map(({ value }) => value);
  expect(options.slice(0, 3)).toEqual(['panda_hand_tcp', 'panda_hand', 'panda_leftfinger']);
  expect(new Set(options).size).toBe(page.it.bench.problem.model.links.length);
  select(page, 'tip', 'panda_link4');
  expect(page.it.bench.problem.goals[0]!.link).toBe('panda_link4');
  // Addresses never name a reader's file.
  expect(page.it.shell.address.search).toBe('');
  select(page, 'robot', 'iiwa14');
  expect(page.it.shell.address.search).toBe('?robot=iiwa14');
});

test('a broken file is refused with its line, and the robot before stays', async () => {
  await pick(page, 'ur10');
  const { robot } = page.it.picks;
  const broken = panda.replace('<child link="panda_link3"/>', '<child link="panda_link33"/>');
  await give(page, [['broken.urdf', broken]]);
  const line = broken.split('\n').findIndex((each) => each.includes('name="panda_joint3"')) + 1;
  expect(complaint(page)).toContain(`broken.urdf: line ${line}, <joint name="panda_joint3">`);
  expect(complaint(page)).toContain('"panda_link33"');
  expect(find(page, '.complaint code').textContent).toContain('<joint name="panda_joint3" type="revolute">');
  expect(find(page, '.complaint').getAttribute('role')).toBe('status');
  expect(page.it.picks.robot === robot).toBe(true);
  for (const [name, text, words] of [
    ['half.urdf', panda.slice(0, 900), 'is the file whole?'],
    ['empty.urdf', '', 'the text is empty'],
    ['arm.xacro', '<robot name="a"><xacro:include filename="b"/></robot>', 'expand it first'],
    ['photo.jpg', 'no robot', 'drop a file that ends in .urdf'],
    ['robot.zip', 'PK', 'unpack it'],
  ] as const) {
    await give(page, [[name, text]]);
    expect(complaint(page)).toContain(words);
    expect(complaint(page)).toContain(name);
    expect(page.it.picks.robot === robot).toBe(true);
  }
  await mouseDragBy(page, cubeOf(page), -20, 10);
  await rest(page);
  expect(gap(page)).toBeLessThan(0.01);
  find<HTMLButtonElement>(page, '.complaint button').click();
  expect(complaint(page)).toBe('');
  await give(page, [['mended.urdf', panda]]);
  expect(page.it.picks.robot === robot).toBe(false);
});

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

/** Number of file meshes drawn below a link, and the distance of the link's frame from the model's. */
function drawn(name: string): { meshes: number; off: number } {
  const { problem, view } = page.it.bench;
  const link = view.scene.getObjectByName(name)!;
  link.updateWorldMatrix(true, true);
  const { poses } = problem.state;
  const at = 7 * problem.model.findLink(name);
  const pose = new Matrix4().compose(
    new Vector3().fromArray(poses, at),
    new Quaternion().fromArray(poses, at + 3),
    new Vector3(1, 1, 1),
  );
  const off = Math.max(...pose.elements.map((each, i) => Math.abs(each - link.matrixWorld.elements[i]!)));
  let meshes = 0;
  // The page's own meshes have more corners.
  link.traverse(
    (object) =>
      (meshes += Number(((object as Partial<Mesh>).geometry?.attributes.position?.count ?? 99) < 10)),
  );
  return { meshes, off };
}

const links = ['base', 'upper', 'lower', 'hand'];
const meshesOf = () => links.map((name) => drawn(name).meshes);

test('meshes follow the hand, and those that are missing are named until they come', async () => {
  await give(page, [
    ['bars.urdf', robot],
    ['bar.stl', stl],
  ]);
  await until(() => complaint(page) !== '', 'the missing meshes to be named');
  expect(complaint(page)).toContain('bar.obj, hand.dae');
  expect(meshesOf()).toEqual([0, 1, 0, 0]);

  await give(page, [
    ['bar.obj', obj],
    ['hand.dae', dae],
  ]);
  await until(() => meshesOf().join() === '0,1,1,1', 'the meshes');
  expect(complaint(page)).toBe('');

  for (const [i, value] of [0.3, 0.8, -0.6].entries()) slide(page, i, value);
  await mouseDragBy(page, cubeOf(page), 25, 15);
  await rest(page);
  expect(excess(page)).toBeLessThan(1e-9);
  for (const name of links) expect(drawn(name).off, name).toBeLessThan(1e-9);

  // Bars instead of meshes, and back.
  const label = find(page, 'label:has([name=meshes])');
  expect(label.hidden).toBe(false);
  toggle(page, 'meshes');
  expect(drawn('hand').meshes).toBe(0);
  toggle(page, 'meshes');
  await until(() => drawn('hand').meshes === 1, 'the meshes again');
  await pick(page, 'panda');
  expect(label.hidden).toBe(true);
});

test('a mesh that cannot be read is named, and the robot moves all the same', async () => {
  await give(page, [
    ['bars.urdf', robot],
    ['bar.stl', stl],
    ['bar.obj', obj],
    ['hand.dae', 'no COLLADA'],
  ]);
  await until(() => complaint(page) !== '', 'a word about the mesh');
  expect(complaint(page)).toContain('hand.dae');
  // three.js also reports it.
  expect(page.messages.splice(0).join()).toContain('Failed to parse collada');
  slide(page, 0, 1);
  await rest(page);
  expect(drawn('hand').off).toBeLessThan(1e-9);
});

test('a picture that a mesh names is found among the files', async () => {
  const image =
    '<library_images><image id="i"><init_from>../textures/skin.png</init_from></image></library_images>' +
    '<library_effects><effect id="e"><profile_COMMON>' +
    '<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>' +
    '<newparam sid="p"><sampler2D><source>s</source></sampler2D></newparam>' +
    '<technique sid="t"><lambert><diffuse><texture texture="p" texcoord="UV"/></diffuse></lambert></technique>' +
    '</profile_COMMON></effect></library_effects>' +
    '<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>';
  const textured = dae
    .replace('<library_geometries>', `${image}<library_geometries>`)
    .replace('<triangles ', '<triangles material="a" ')
    .replace(
      '<instance_geometry url="#g"/>',
      '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="a" target="#m"/></technique_common></bind_material></instance_geometry>',
    );
  const picture = await new Promise<Blob>((resolve) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 3, height: 2 });
    canvas.toBlob((blob) => resolve(blob!));
  });
  const files = (...more: [string, string | Blob][]) =>
    give(page, [['bars.urdf', robot], ['bar.stl', stl], ['bar.obj', obj], ['hand.dae', textured], ...more]);
  const material = () => {
    let found: MeshStandardMaterial | null = null;
    page.it.bench.view.scene
      .getObjectByName('hand')!
      .traverse((each) => (found = ((each as Mesh).material as MeshStandardMaterial) ?? found));
    return found as MeshStandardMaterial | null;
  };
  await files();
  await until(() => material() !== null, 'the mesh without its picture');
  expect(material()!.map).toBeNull();
  await files(['skin.png', picture]);
  await until(() => material()?.map?.image !== undefined, 'the picture');
  expect((material()!.map!.image as HTMLImageElement).width).toBe(3);
});

test('what a URDF leaves doubtful is said, and neither a long name nor a complaint sticks out', async () => {
  await give(page, [['locked.urdf', robot.replace('lower="-2" upper="2"', '')]]);
  await until(() => complaint(page).includes('shoulder'), 'the warning');
  expect(complaint(page)).toContain('line 6');
  page.frame.style.width = '320px';
  const fits = () => page.document.documentElement.scrollWidth <= 320;
  const name = 'a_very_long_name_of_a_link_that_no_line_can_hold_without_being_broken_somewhere';
  await give(page, [
    ['rover.urdf', rover.replaceAll('drone_tool', name).replaceAll('"mast"', `"${name}_joint"`)],
  ]);
  await until(fits, 'the page to fit with a long name');
  await give(page, [[`${name}.urdf`, rover.replace('type="planar"', `type="${name}"`)]]);
  expect(complaint(page)).toContain('known: fixed, revolute');
  await until(fits, 'the page to fit with a complaint');
  expect(await violations(page)).toEqual([]);
});
