/** Fitted shapes contain their meshes and protrude no farther than reported. */
import fc from 'fast-check';
import {
  Bone,
  Box3,
  BoxGeometry,
  BufferAttribute,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Mesh,
  type Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import URDFLoader, { type URDFRobot } from 'urdf-loader';
import { describe, expect, it } from 'vitest';
import { Model, type CollisionShape } from 'limber';
import {
  fitCapsules,
  fitHulls,
  fitMeshes,
  fitRobot,
  fitSkin,
  meshOf,
  type Fit,
  type MeshData,
} from 'limber/three';
import { Character } from 'limber/character';
import { fromURDF } from 'limber/robots';
import { Random } from '../../bench/random.ts';
import { parseForLoader } from '../support/dom-stand-in.ts';
import { expectError } from '../support/models.ts';
import { trials } from '../support/trials.ts';
import { Oracle } from './shape-oracle.ts';
import { hullRound } from '../../../web/src/three/fit/hull.ts';
import { fitParts } from '../../../web/src/three/fit/parts.ts';
import type { FitSolid } from '../../../web/src/three/fit/solid.ts';
import { trianglesOf } from '../../../web/src/three/fit/surface.ts';
import { robot as urdf } from '../support/urdf-files.ts';
import '../support/silence.ts';

const pointsOf = ({ positions }: MeshData): Vector3[] =>
  Array.from({ length: positions.length / 3 }, (_, i) => new Vector3().fromArray(positions, 3 * i));

/** Corners, and points between the corners of each triangle. */
function pointsOn(mesh: MeshData): Vector3[] {
  const corners = pointsOf(mesh);
  const index = Array.from(mesh.index ?? []);
  const between = Array.from({ length: index.length / 3 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => corners[index[3 * i + k]!]!);
    return [a!.clone().lerp(b!, 0.5), a!.clone().lerp(b!, 0.3).lerp(c!, 0.4), b!.clone().lerp(c!, 0.7)];
  });
  return [...corners, ...between.flat()];
}

/** Counts fits of hulls and queries of distances; `changes` overrides the hulls' members. */
function work(
  mesh: MeshData,
  parts: number,
  changes: PropertyDescriptorMap = {},
): { fits: number; distances: number } {
  const done = { fits: 0, distances: 0 };
  const fit: FitSolid = (points, rough) => {
    const solid = hullRound(24)(points, rough);
    if (rough) return solid;
    done.fits += 1;
    const distance = (point: Vector3): number => {
      done.distances += 1;
      return solid.distance(point);
    };
    return Object.create(solid, { distance: { value: distance }, ...changes }) as typeof solid;
  };
  fitParts(trianglesOf(mesh), fit, { parts, overshoot: 0 });
  return done;
}

const sizeOf = (points: readonly Vector3[]): number =>
  Math.max(...points.map((each) => each.distanceTo(points[0]!)));

function expectContained(mesh: MeshData, shapes: readonly CollisionShape[]): void {
  const points = pointsOn(mesh);
  const slack = 1e-6 * Math.max(sizeOf(points), 1e-3);
  using oracle = new Oracle(shapes);
  expect(Math.max(...points.map((each) => oracle.distance(each)))).toBeLessThanOrEqual(slack);
}

const fits = {
  capsules: fitCapsules,
  hulls: (mesh: MeshData, options?: object): Fit => fitHulls(mesh, { points: 16, ...options }),
};
const ways = Object.keys(fits) as (keyof typeof fits)[];

interface Solid {
  readonly geometry: BufferGeometry;
  /** Signed distance to the smooth solid that the mesh approximates. */
  readonly distance: (point: Vector3) => number;
  /** Error of the mesh against that solid in metres. */
  readonly coarse: number;
}

/** Segments around an axis. */
const around = trials(48, 20);
const sagitta = 1 - Math.cos(Math.PI / around);

const rectangle = (...beyond: number[]): number =>
  Math.hypot(...beyond.map((each) => Math.max(each, 0))) + Math.min(Math.max(...beyond), 0);

const solids: Readonly<Record<string, Solid>> = {
  box: {
    geometry: new BoxGeometry(0.4, 0.6, 1),
    distance: ({ x, y, z }) => rectangle(Math.abs(x) - 0.2, Math.abs(y) - 0.3, Math.abs(z) - 0.5),
    coarse: 0,
  },
  cylinder: {
    geometry: new CylinderGeometry(0.1, 0.1, 1, around),
    distance: ({ x, y, z }) => rectangle(Math.hypot(x, z) - 0.1, Math.abs(y) - 0.5),
    coarse: 0.1 * sagitta,
  },
  sphere: {
    geometry: new SphereGeometry(0.5, around, around / 2),
    distance: (point) => point.length() - 0.5,
    coarse: 0.5 * (1 - Math.cos((2 * Math.PI) / around) ** 2),
  },
  torus: {
    geometry: new TorusGeometry(0.5, 0.1, 16, around),
    distance: ({ x, y, z }) => Math.hypot(Math.hypot(x, y) - 0.5, z) - 0.1,
    coarse: 0.6 * (1 - Math.cos(Math.PI / 16)),
  },
};

describe.each(ways)('%s', (way) => {
  const fit = fits[way];

  describe.each(Object.keys(solids))('round a %s', (name) => {
    const { geometry, distance, coarse } = solids[name]!;
    const mesh = meshOf(new Mesh(geometry));

    /** How far shapes stick out of the solid, by points all over a box that is that much larger. */
    function farthestOut(shapes: readonly CollisionShape[], beyond: number): number {
      using oracle = new Oracle(shapes);
      const box = new Box3().setFromPoints(pointsOf(mesh)).expandByScalar(beyond);
      const size = box.getSize(new Vector3());
      const points = Array.from({ length: trials(4000, 2000) }, (_, i) => {
        const part = (by: number): number => ((i + 0.5) * by) % 1;
        const place = new Vector3(part(0.8191725134), part(0.6710436067), part(0.5497004779));
        return place.multiply(size).add(box.min);
      });
      return Math.max(0, ...points.filter((each) => oracle.distance(each) < 0).map(distance));
    }

    const parts = trials([1, 3, 8], [1, 3]);

    it('contain it all, stick out no more than they say, and in more parts no more', () => {
      const all = parts.map((each) => fit(mesh, { parts: each }));
      for (const [i, { shapes, overshoot }] of all.entries()) {
        expect(shapes.length).toBeLessThanOrEqual(parts[i]!);
        expectContained(mesh, shapes);
        const farthest = farthestOut(shapes, 1.1 * overshoot + 0.05);
        expect(farthest).toBeLessThanOrEqual(1.05 * overshoot + coarse + 1e-3);
        // The bound is tight: somewhere a shape protrudes nearly that far.
        expect(overshoot).toBeLessThanOrEqual(1.1 * farthest + coarse + 0.08);
        if (i > 0) expect(overshoot).toBeLessThanOrEqual(1.1 * all[i - 1]!.overshoot + 1e-6);
      }
    });
  });

  it('are as many as the overshoot needs', () => {
    const mesh = meshOf(new Mesh(solids.torus!.geometry));
    const parts = trials(12, 6);
    const all = fit(mesh, { parts });
    const some = fit(mesh, { parts, overshoot: 0.3 });
    expect(some.overshoot).toBeLessThanOrEqual(0.33);
    expect(some.shapes.length).toBeLessThan(all.shapes.length);
    expect(fit(mesh, { parts, overshoot: 10 }).shapes).toHaveLength(1);
  });

  it('contain any points: few, in a line, in a plane, in one place', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    const flat = fc.constantFrom([1, 1, 1], [1, 1, 0], [0, 1, 1], [0, 1, 0], [0, 0, 0], [1, 1e-9, 1]);
    const cloud = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        cloud,
        flat,
        fc.integer({ min: 1, max: 4 }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        (points, by, parts, scale) => {
          const turn = new Quaternion(0.1, 0.7, -0.3, 0.5).normalize();
          const positions = points.flatMap((each) =>
            new Vector3(...each.map((value, k) => scale * by[k]! * value)).applyQuaternion(turn).toArray(),
          );
          const { shapes, overshoot } = fit({ positions }, { parts });
          expect(shapes.length).toBeLessThanOrEqual(parts);
          expect(Number.isFinite(overshoot)).toBe(true);
          const corners = pointsOf({ positions });
          const slack = 1e-6 * Math.max(sizeOf(corners), 1e-3);
          using oracle = new Oracle(shapes);
          for (const each of corners) expect(oracle.distance(each)).toBeLessThanOrEqual(slack);
        },
      ),
      { numRuns: trials(60, 15) },
    );
  });

  it('contain triangles of which two corners are one', () => {
    for (const mesh of [
      { positions: [0, 0, 0, -1, 0, 0, 1, -1, 0], index: [1, 1, 0, 0, 2, 0] },
      { positions: [0, 0, 0, 0, 0, -1, 0, -1, 0], index: [2, 1, 1, 0, 0, 2] },
    ])
      for (const parts of [1, 2, 3]) expectContained(mesh, fit(mesh, { parts }).shapes);
  });

  it('contain points that are nearer to one another than rounding lets them be told apart', () => {
    for (const positions of [
      [3e-162, -1, 0, 0, -1, 0],
      [1e6, 0, 0, 1e6 + 2.4e-10, 0, 0],
    ])
      expectContained({ positions }, fit({ positions }).shapes);
  });

  // prettier-ignore
  it.each<[string, unknown, string, string]>([
    ['no mesh', null, 'badDescription', 'the mesh'],
    ['a geometry', new BoxGeometry(), 'badDescription', 'positions'],
    ['no vertex', { positions: [] }, 'badDescription', 'positions'],
    ['half a vertex', { positions: [1, 2, 3, 4] }, 'badDescription', 'positions'],
    ['a vertex that is NaN', { positions: [1, 2, NaN] }, 'notFinite', 'vertex'],
    ['half a triangle', { positions: [1, 2, 3], index: [0, 0] }, 'badDescription', 'index'],
    ['a vertex beyond all measure', { positions: [1e308, 2, 3] }, 'tooLarge', 'unit'],
    ['an index that is no number', { positions: [1, 2, 3], index: [0, 0, Object.create(null)] }, ...(['badDescription', 'index'] as const)],
    ['an index that is no list', { positions: [1, 2, 3], index: new DataView(new ArrayBuffer(8)) }, ...(['badDescription', 'index'] as const)],
    ['a vertex that is not there', { positions: [1, 2, 3], index: [0, 0, 1] }, 'badDescription', 'index'],
  ])('refuse %s', (_, mesh, code, word) => {
    expectError(() => fit(mesh as MeshData), code as never, word);
  });

  it.each<[object, string]>([
    [{ parts: 0 }, 'parts'],
    [{ parts: 1.5 }, 'parts'],
    [{ parts: 1001 }, 'parts'],
    [{ overshoot: -1 }, 'overshoot'],
    [{ overshoot: NaN }, 'overshoot'],
    [{ part: 3 }, 'part'],
  ])('refuse %j', (options, word) => {
    expectError(() => fit({ positions: [0, 0, 0, 1, 1, 1] }, options), 'badDescription', word);
  });
});

describe('what is known', () => {
  it('of a capsule: itself', () => {
    const turn = new Quaternion(0.3, -0.2, 0.8, 0.4).normalize();
    const object = new Mesh(new CapsuleGeometry(0.2, 0.7, 24, 48));
    object.geometry.applyQuaternion(turn).translate(1, 2, 3);
    const { shapes, overshoot } = fitCapsules(meshOf(object));
    const [{ radius, length, position }] = shapes as [(typeof shapes)[number]];
    expect(Math.abs(radius - 0.2)).toBeLessThan(0.004);
    expect(Math.abs(length - 0.7)).toBeLessThan(0.02);
    expect(new Vector3(...position!).distanceTo(new Vector3(1, 2, 3))).toBeLessThan(0.005);
    expect(overshoot).toBeLessThan(0.01);
  });

  it('of a cylinder: its round ends stick out by its radius', () => {
    const { overshoot } = fitCapsules(meshOf(new Mesh(solids.cylinder!.geometry)));
    expect(overshoot).toBeGreaterThan(0.1 - 1e-3);
    expect(overshoot).toBeLessThan(0.107);
  });

  it.each([0, 1, 2])('of a long box, turned: a capsule through its corners, %i', (axis) => {
    const edges = [0.2, 0.3, 0.3];
    edges[axis] = 0.6;
    const turn = new Quaternion(0.3 * axis, -0.2, 0.8, 0.4).normalize();
    const box = new BoxGeometry(...edges);
    box.applyQuaternion(turn);
    const [shape] = fitCapsules(meshOf(new Mesh(box))).shapes;
    const [b, c] = edges.filter((_, i) => i !== axis);
    // As wide as the corners around the long axis and as long as the box, with no more volume.
    const radius = Math.hypot(b!, c!) / 2;
    const volume = (r: number, length: number): number => Math.PI * r ** 2 * (length + (4 / 3) * r);
    expect(volume(shape!.radius, shape!.length)).toBeLessThan(1.02 * volume(radius, 0.6));
  });

  it('of a box: its eight corners', () => {
    const { shapes, overshoot } = fitHulls(meshOf(new Mesh(solids.box!.geometry)));
    expect(shapes).toHaveLength(1);
    expect(shapes[0]!.points).toHaveLength(8);
    expect(shapes[0]!.rounding).toBeLessThan(1e-6);
    expect(overshoot).toBeLessThan(1e-6);
  });

  it('of two boxes that form an L: two hulls', () => {
    const [long, short] = [new Mesh(new BoxGeometry(0.2, 0.2, 1)), new Mesh(new BoxGeometry(0.6, 0.2, 0.2))];
    long.add(short);
    short.position.set(0.4, 0, 0.4);
    const { overshoot } = fitHulls(meshOf(long), { parts: 2 });
    const whole = fitHulls(meshOf(long));
    expect(whole.overshoot).toBeGreaterThan(0.2);
    expect(overshoot).toBeLessThan(0.5 * whole.overshoot);
  });

  it('take as many steps as there are parts, not as the cube of that', () => {
    const random = new Random(1);
    const mesh = {
      positions: Array.from({ length: 90 }, () => random.between(0, 1)),
      index: Array.from({ length: 120 }, () => Math.floor(random.between(0, 30))),
    };
    expect(work(mesh, 32).distances).toBeLessThan(8 * work(mesh, 8).distances);
  });

  it('are no more where the shape that sticks out most does not get smaller with its part', () => {
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], index: [0, 1, 2] };
    const { fits } = work(mesh, 1000, { surface: { value: () => [new Vector3(0, 0, 1)] } });
    expect(fits).toBeLessThan(100);
  });

  it('fewer points of a hull are made up for by a rounding', () => {
    const mesh = meshOf(new Mesh(solids.sphere!.geometry));
    const few = fitHulls(mesh, { points: 12 }).shapes[0]!;
    const many = fitHulls(mesh, { points: 60 }).shapes[0]!;
    expect(few.points.length).toBeLessThanOrEqual(12);
    expect(few.rounding!).toBeGreaterThan(many.rounding!);
    expectError(() => fitHulls(mesh, { points: 3 }), 'badDescription', 'points');
    expectError(() => fitHulls(mesh, { points: 257 }), 'badDescription', 'points');
  });
});

describe('a robot', () => {
  const geometry = (inside: string): string => `<geometry>${inside}</geometry>`;
  const mesh = (name: string, scale = '1 1 1'): string =>
    geometry(`<mesh filename="${name}" scale="${scale}"/>`);
  const place = '<origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>';
  const text = urdf(
    `<link name="a"><collision>${place}${geometry('<box size="1 2 3"/>')}</collision>`,
    `<collision>${place}${mesh('bar.stl', '2 1 1')}</collision>`,
    `<visual>${geometry('<sphere radius="9"/>')}</visual></link>`,
    `<link name="b"><visual>${place}${mesh('bar.stl')}</visual>`,
    `<visual>${geometry('<sphere radius="0.5"/>')}<material name="m"><color rgba="1 0 0 1"/></material></visual></link>`,
    '<link name="c"/>',
    '<joint name="ab" type="continuous"><parent link="a"/><child link="b"/></joint>',
    '<joint name="bc" type="continuous"><parent link="b"/><child link="c"/></joint>',
  );
  const bar = (): Mesh => new Mesh(new BoxGeometry(1, 0.1, 0.1));

  function loaded(): URDFRobot {
    const loader = new URDFLoader();
    loader.parseCollision = true;
    loader.loadMeshCb = (_path, _manager, _material, done) => done(bar());
    return loader.parse(parseForLoader(text));
  }

  /** Corners of the bar in its place. */
  const corners = (scale: number): Vector3[] => {
    const { position, rotation } = fromURDF(text).links[0]!.collision![0]!;
    return pointsOf(meshOf(bar())).map((each) =>
      each
        .multiply(new Vector3(scale, 1, 1))
        .applyQuaternion(new Quaternion(...rotation!))
        .add(new Vector3(...position!)),
    );
  };

  function expectFitted(
    links: readonly { readonly collision?: readonly CollisionShape[] }[],
    type: string,
  ): void {
    const [a, b, c] = links.map(({ collision = [] }) => collision);
    expect(a!.map((each) => each.type)).toEqual(['box', type]);
    expect(b!.map((each) => each.type)).toEqual(['sphere', type]);
    expect(b![0]).toEqual({ type: 'sphere', radius: 0.5 });
    expect(c).toEqual([]);
    for (const [shape, scale] of [
      [a![1]!, 2],
      [b![1]!, 1],
    ] as const) {
      using oracle = new Oracle([shape]);
      for (const each of corners(scale)) expect(oracle.distance(each)).toBeLessThanOrEqual(1e-6);
      expect(oracle.distance(new Vector3(1, 2, 3))).toBeLessThan(0);
    }
    using model = Model.from({ links: links as never });
    expect(model.links[0]!.collision).toHaveLength(2);
  }

  it('that urdf-loader has loaded', () => {
    const robot = loaded();
    robot.position.set(7, 8, 9);
    robot.scale.setScalar(2);
    const { description, overshoot } = fitRobot(fromURDF(text), robot);
    expectFitted(description.links, 'capsule');
    expect(overshoot).toBeGreaterThan(0.05);
    expect(overshoot).toBeLessThan(0.11);
    expectFitted(fitRobot(fromURDF(text), robot, { by: 'hulls' }).description.links, 'hull');
    const without = fitRobot(fromURDF(text), robot, { visuals: false }).description.links;
    expect(without.map(({ collision = [] }) => collision.length)).toEqual([2, 0, 0]);
    const other = { links: [{ name: 'z' }] };
    expectError(() => fitRobot(other, robot), 'unknownLink', '"z"');
    expectError(() => fitRobot(fromURDF(text), robot, { by: 'balls' as never }), 'badDescription', '"balls"');
  });

  it('whose meshes somebody else loads', async () => {
    const asked: string[] = [];
    const find = (wanted: { file: string }, link: string): Object3D => {
      asked.push(`${link}: ${wanted.file}`);
      return bar();
    };
    const { description } = await fitMeshes(fromURDF(text), find);
    expectFitted(description.links, 'capsule');
    expect(asked.sort()).toEqual(['a: bar.stl', 'b: bar.stl']);
    const none = await fitMeshes(fromURDF(text), () => null);
    expect(none.description.links.map(({ collision = [] }) => collision.length)).toEqual([1, 1, 0]);
    expect(none.overshoot).toBe(0);
  });
});

describe('a skin', () => {
  /** A tube along X around three bones a metre apart, in centimetres under a scale of 0.01. */
  function tube(scale: number): { scene: Bone; bones: Bone[]; mesh: SkinnedMesh } {
    const bones = [0, 1, 2].map((i) => {
      const bone = new Bone();
      bone.name = `bone${i}`;
      bone.position.set(i > 0 ? 1 / scale : 0, 0, 0);
      bone.rotation.x = 0.3 * i;
      return bone;
    });
    bones[0]!.add(bones[1]!);
    bones[1]!.add(bones[2]!);
    const geometry = new CylinderGeometry(0.1 / scale, 0.1 / scale, 3 / scale, 16, 30);
    geometry.rotateZ(-Math.PI / 2).translate(1.5 / scale, 0, 0);
    const { position } = geometry.attributes;
    const owner = Array.from({ length: position!.count }, (_, i) =>
      Math.min(2, Math.max(0, Math.floor(position!.getX(i) * scale))),
    );
    const index = owner.flatMap((each) => [each, (each + 1) % 3, 0, 0]);
    geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(index), 4));
    const weight = owner.flatMap(() => [0.7, 0.3, 0, 0]);
    geometry.setAttribute('skinWeight', new BufferAttribute(new Float32Array(weight), 4));
    const scene = new Bone();
    scene.scale.setScalar(scale);
    scene.position.set(1, 2, 3);
    const mesh = new SkinnedMesh(geometry);
    scene.add(bones[0]!, mesh);
    scene.updateMatrixWorld(true);
    mesh.bind(new Skeleton(bones));
    return { scene, bones, mesh };
  }

  it.each([1, 0.01, -1])('is contained by its bones, wherever they go; scale %d', (scale) => {
    const { scene, bones, mesh } = tube(scale);
    const collision = fitSkin(scene);
    expect(Array.from(collision.keys(), ({ name }) => name).sort()).toEqual(['bone0', 'bone1', 'bone2']);
    for (const bone of bones) {
      const [shape] = collision.get(bone)!;
      expect(Math.abs(scale) * shape!.radius).toBeLessThan(0.15);
      expect(Math.abs(scale) * shape!.length).toBeLessThan(1.01);
    }
    using character = new Character(mesh, { humanoid: false, collision });
    const { links } = character.model;
    bones[1]!.quaternion.multiply(new Quaternion(0, 0, 0.5, 1).normalize());
    character.read();
    scene.updateMatrixWorld(true);
    const { poses } = character.problem.state;
    const shapes = links.flatMap(({ index, collision: own }) => {
      const at = new Vector3().fromArray(poses, 7 * index);
      const turn = new Quaternion().fromArray(poses, 7 * index + 3);
      return own.map((shape) => ({
        ...shape,
        position: new Vector3(...shape.position!).applyQuaternion(turn).add(at).toArray(),
        rotation: turn
          .clone()
          .multiply(new Quaternion(...shape.rotation!))
          .normalize()
          .toArray(),
      }));
    });
    using oracle = new Oracle(shapes);
    const { position, skinIndex, skinWeight } = mesh.geometry.attributes;
    // Each vertex follows a single bone.
    const alone = mesh.clone();
    alone.geometry = mesh.geometry.clone();
    for (let i = 0; i < skinWeight!.count; i += 1)
      alone.geometry.attributes.skinWeight!.setXYZW(i, 1, 0, 0, 0);
    expect(skinIndex!.count).toBe(position!.count);
    for (let i = 0; i < position!.count; i += 1) {
      const vertex = alone.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld);
      expect(oracle.distance(vertex)).toBeLessThanOrEqual(1e-5);
    }
  });

  it.each<[object, string]>([
    [{ parts: 0 }, 'parts'],
    [{ least: NaN }, 'least'],
    [{ least: 2 }, 'least'],
    [{ bones: [] }, 'bones'],
  ])('is not fitted with %j', (options, word) => {
    expectError(() => fitSkin(tube(1).scene, options), 'badDescription', word);
  });

  it('is not fitted to what is no object of three.js', () => {
    for (const wrong of [null, {}, 'person.glb', new Skeleton()]) {
      expectError(() => fitSkin(wrong as never), 'badDescription', 'Object3D');
      expectError(() => meshOf(wrong as never), 'badDescription', 'Object3D');
    }
    expect(fitSkin(new Bone()).size).toBe(0);
  });

  it('is taken by a character only as a map', () => {
    const { mesh } = tube(1);
    const collision = { bone0: [] } as never;
    expectError(() => new Character(mesh, { humanoid: false, collision }), 'badDescription', 'Map');
  });

  it('of small bones counts to those above', () => {
    const { scene, bones } = tube(1);
    const collision = fitSkin(scene, { least: 0.5 });
    // The last metre goes to the previous bone, which is then large enough.
    expect(Array.from(collision.keys(), ({ name }) => name).sort()).toEqual(['bone0', 'bone1']);
    const [shape] = collision.get(bones[1]!)!;
    expect(shape!.length).toBeGreaterThan(1.7);
  });
});
