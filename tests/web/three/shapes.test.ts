/** Shapes of arms, and marks of their joints, without a view. */
import {
  init,
  Model,
  Problem,
  Trajectory,
  type JointDescription,
  type JointType,
  type Quat,
  type ShapeDescription,
  type Vec3,
} from 'limber';
import { ArmShape, type ArmShapeOptions, JointOverlay, type ModelLike, toClip } from 'limber/three';
import { robots } from 'limber/robots';
import {
  AnimationMixer,
  LoopOnce,
  Box3,
  type DataTexture,
  type Mesh,
  type MeshBasicMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { core } from '../../../web/src/core/loader.ts';
import { chain, hinge, meshes, poseArray, still, upright } from '../support/shape-models.ts';

await init();

/** An arm whose first link has shapes of its own. */
function withShapes(shapes: ShapeDescription[]): ModelLike {
  const [first, second] = chain([{ type: 'revolute' }, { type: 'revolute' }]).links;
  return { reach: 1, links: [{ ...first!, shapes }, second!] };
}

const everyType = core().tables.jointTypes as JointType[];

function worldBox(object: Object3D): Box3 {
  object.updateMatrixWorld(true);
  return new Box3().setFromObject(object);
}

describe('an arm’s shape', () => {
  test.each(everyType)('has finite meshes for a bare %s joint', (type) => {
    const model = chain([{ type: 'fixed' }, { type }, { type: 'fixed' }]);
    const arm = new ArmShape(model);
    expect(meshes(arm).length).toBeGreaterThanOrEqual(3);
    for (const { geometry } of meshes(arm)) {
      const { position, normal } = geometry.attributes;
      expect(Array.from(position!.array).every(Number.isFinite)).toBe(true);
      expect(Array.from(normal!.array).every(Number.isFinite)).toBe(true);
    }
    // The gripper's fingers end at the tip.
    const box = worldBox(arm);
    expect(box.max.y).toBeCloseTo(2, 4);
    expect(box.max.x).toBeLessThan(0.5);
  });

  test('keeps its proportions at any scale', () => {
    const sizes = [1e-3, 1, 1e3].map((scale) => {
      const model = chain([{ type: 'revolute' }, { type: 'ball' }, { type: 'fixed' }], [0, scale, 0]);
      const size = worldBox(new ArmShape(model)).getSize(new Vector3());
      return size.divideScalar(scale);
    });
    expect(sizes[0]!.distanceTo(sizes[1]!)).toBeLessThan(1e-4);
    expect(sizes[2]!.distanceTo(sizes[1]!)).toBeLessThan(1e-4);
  });

  test('stands in the zero pose, until update puts each link where its pose says', () => {
    const turned = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    const { links } = chain([{ type: 'ball' }, { type: 'ball' }]);
    const leaning = links.map((link) => ({ ...link, origin: { ...link.origin, rotation: turned } }));
    const arm = new ArmShape({ reach: 1, links: leaning });
    const placeOf = (...point: Vec3) => {
      arm.updateMatrixWorld();
      return new Vector3(...point).applyMatrix4(arm.getObjectByName('l1')!.matrixWorld);
    };
    expect(placeOf(0, 0, 0).distanceTo(new Vector3(-1, 0, 0))).toBeLessThan(1e-6);
    arm.update(poseArray([[1, 2, 3], still], [[4, 5, 6], turned]));
    expect(placeOf(1, 0, 0).distanceTo(new Vector3(4, 6, 6))).toBeLessThan(1e-6);
  });

  test('a ghost is seen through and casts no shadow', () => {
    const arm = new ArmShape(chain([{ type: 'ball' }, { type: 'fixed' }]), { opacity: 0.3 });
    for (const mesh of meshes(arm)) {
      expect(mesh.castShadow).toBe(false);
      expect((mesh.material as MeshBasicMaterial).opacity).toBe(0.3);
    }
  });

  test('arms of one model share geometry, one mesh a link, until the last of them is gone', () => {
    const links: JointDescription[] = [{ type: 'revolute' }, { type: 'prismatic' }, { type: 'fixed' }];
    const make = (options?: ArmShapeOptions) => new ArmShape(chain(links, [0, 1.25, 0]), options);
    const arms = Array.from({ length: 20 }, () => make());
    const [ghost, other] = [make({ opacity: 0.5 }), make({ tips: false })];
    const all = [...arms, ghost].flatMap(meshes);
    const own = new Set(all.map(({ geometry }) => geometry));
    // One link has no shape of its own, only the part that its child's joint adds.
    expect(own.size).toBeLessThanOrEqual(links.length + 1);
    for (const arm of arms) expect(meshes(arm).length).toBe(own.size);
    expect(meshes(other).some(({ geometry }) => own.has(geometry))).toBe(false);
    let freed = 0;
    for (const geometry of own) geometry.addEventListener('dispose', () => (freed += 1));
    for (const arm of arms) arm.dispose();
    arms[0]!.dispose();
    expect(freed).toBe(0);
    ghost.dispose();
    expect(freed).toBe(own.size);
  });

  test('draws the shapes that a model gives, where it says, in their own colours, and makes up nothing then', () => {
    const turned: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
    const drawn = (...shapes: ShapeDescription[]) => new ArmShape(withShapes(shapes), { tips: false });
    // Along Z, which this rotation maps to −Y.
    const drum = { type: 'cylinder', radius: 0.5, length: 4, position: [1, 0, 0], rotation: turned } as const;
    const expected: readonly (readonly [ShapeDescription, min: Vec3, max: Vec3])[] = [
      [drum, [0.5, -2, -0.5], [1.5, 2, 0.5]],
      [{ type: 'sphere', radius: 1, position: [0, 0, 3] }, [-1, -1, 2], [1, 1, 4]],
      [{ type: 'box', size: [2, 4, 6], position: [1, 2, 3] }, [0, 0, 0], [2, 4, 6]],
    ];
    for (const [shape, min, max] of expected) {
      const box = worldBox(drawn(shape));
      expect(box.min.distanceTo(new Vector3(...min))).toBeLessThan(shape.type === 'box' ? 1e-5 : 0.02);
      expect(box.max.distanceTo(new Vector3(...max))).toBeLessThan(shape.type === 'box' ? 1e-5 : 0.02);
    }
    const arm = drawn({ ...drum, color: '#ff0000' }, { type: 'sphere', radius: 1 });
    const { map } = meshes(arm)[0]!.material as MeshBasicMaterial;
    expect(Array.from((map as DataTexture).image.data!).slice(-4)).toEqual([255, 0, 0, 255]);
  });

  test('draws meshes out of files where the model says, in place of what it would make up', async () => {
    const shapes: ShapeDescription[] = [
      { type: 'mesh', file: 'package://arm/a.STL', scale: [2, 2, 2], position: [0, 0, 5] },
      { type: 'mesh', file: 'meshes/b.obj' },
      { type: 'mesh', file: 'c.dae' },
      { type: 'mesh', file: 'd.xyz' },
    ];
    const files: Readonly<Record<string, string>> = {
      'package://arm/a.STL':
        'solid a facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet endsolid',
      'meshes/b.obj': 'v 0 0 0\nv -3 0 0\nv 0 0 -1\nf 1 2 3\n',
      'd.xyz': '',
    };
    const asked: string[] = [];
    const find = (file: string) => {
      asked.push(file);
      return file in files ? new Blob([files[file]!]) : null;
    };
    const model = withShapes(shapes);
    const before = meshes(new ArmShape(model)).length;
    expect(before).toBeGreaterThan(0);
    const arm = new ArmShape(model, { meshes: find });
    expect(await arm.loaded).toEqual([
      'c.dae: there is no such file',
      'd.xyz: known formats are stl, obj, dae',
    ]);
    expect(asked.sort()).toEqual(['c.dae', 'd.xyz', 'meshes/b.obj', 'package://arm/a.STL']);
    const box = worldBox(arm);
    expect(box.min.toArray()).toEqual([-3, 0, -1]);
    expect(box.max.toArray()).toEqual([2, 2, 5]);
    arm.dispose();
    const lost = new ArmShape(model, { meshes: () => null });
    expect(await lost.loaded).toHaveLength(4);
    expect(meshes(lost).length).toBe(before);
  });
});

describe('joint axes and limits', () => {
  const turn = [-1, 1] as const;
  const short = [-0.1, 0.1] as const;
  const limited: Partial<Record<JointType, JointDescription>> = {
    revolute: { type: 'revolute', axis: [0, 0, 1], limits: [-1, 0.5] },
    helical: { type: 'helical', axis: [0, 0, 1], pitch: 0.1, limits: [-2, 2] },
    prismatic: { type: 'prismatic', axis: [0, 1, 0], limits: [-0.2, 0.4] },
    universal: { type: 'universal', axis: [0, 0, 1], axis2: [1, 0, 0], limits: [turn, short] },
    cylindrical: { type: 'cylindrical', limits: [short, turn] },
    planar: { type: 'planar', axis: [0, 1, 0], limits: [short, null, turn] },
    ball: { type: 'ball', axis: [0, 1, 0], swing: { x: [-0.5, 1], y: [-0.2, 0.3] }, twist: [-1, 1] },
    free: { type: 'free', axis: [0, 1, 0], twist: [-1, 1] },
  };

  /** Meshes in the warning colour. */
  function hot(overlay: JointOverlay): Mesh[] {
    return meshes(overlay).filter(({ material }) => {
      const { r, g, b } = (material as MeshBasicMaterial).color;
      return 255 * r > 80 && r > 2 * g && r > 2 * b;
    });
  }

  /** Their number after an update. */
  function hotAt(overlay: JointOverlay, q: readonly number[], limits?: readonly number[]): number {
    overlay.update({ q, poses: upright }, limits);
    return hot(overlay).length;
  }

  test.each(everyType)('of a %s joint are drawn, and follow its values', (type) => {
    const joint = limited[type] ?? { type };
    const model = chain([joint, { type: 'fixed' }]);
    const overlay = new JointOverlay(model);
    if (type === 'fixed') expect(meshes(overlay).length).toBe(0);
    else expect(meshes(overlay).length).toBeGreaterThan(0);
    const q = model.links[0]!.motions.flatMap(({ isBall }) => (isBall ? still : [0.05]));
    overlay.update({ q, poses: upright });
    expect(hot(overlay)).toEqual([]);
    const box = worldBox(overlay);
    expect(box.isEmpty() || Number.isFinite(box.min.length() + box.max.length())).toBe(true);
    overlay.dispose();
  });

  test('the needle of a hinge points along its bone', () => {
    const overlay = new JointOverlay(chain([hinge, { type: 'fixed' }]));
    const angle = 0.7;
    overlay.update({ q: [angle], poses: upright });
    overlay.updateMatrixWorld(true);
    const needle = meshes(overlay).at(-1)!;
    const end = worldBox(needle).getCenter(new Vector3()).normalize();
    const bone = new Vector3(0, 1, 0).applyAxisAngle(new Vector3(0, 0, 1), angle);
    expect(end.distanceTo(bone)).toBeLessThan(0.02);
  });

  test('stand in the parent’s frame, and each motion starts where the one before ends', () => {
    const joint = limited.cylindrical!;
    const overlay = new JointOverlay(chain([{ type: 'free' }, { ...joint, axis: [0, 1, 0] }]));
    const turned = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), 0.3);
    const q = [1, 2, 3, ...turned.toArray(), 0.1, 0.6];
    overlay.update({ q, poses: poseArray([[1, 2, 3], turned.toArray()], [[9, 9, 9], still]) });
    const last = new Vector3().setFromMatrixPosition(overlay.children.at(-1)!.matrix);
    const expected = new Vector3(0, 1.1, 0).applyQuaternion(turned).add(new Vector3(1, 2, 3));
    expect(last.distanceTo(expected)).toBeLessThan(1e-6);
  });

  test('warn at a limit, by the solver’s word or by the value', () => {
    const overlay = new JointOverlay(chain([limited.revolute!, limited.prismatic!]));
    const count = hotAt(overlay, [0.5, 0]);
    expect(count).toBeGreaterThan(0);
    expect(hotAt(overlay, [0, 0])).toBe(0);
    expect(hotAt(overlay, [0, 0], [1, 0])).toBe(count);
    const other = hotAt(overlay, [0, 0], [0, -1]);
    expect(other).toBeGreaterThan(0);
    expect(other).not.toBe(count);
    expect(hotAt(overlay, [0.5, 0], [0, 0])).toBe(0);
  });

  test('a ball’s swing and twist are told apart', () => {
    const overlay = new JointOverlay(chain([limited.ball!]));
    const axis = new Vector3(0, 1, 0);
    const twist = new Quaternion().setFromAxisAngle(axis, 0.8);
    const swing = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.4);
    const q = swing.clone().multiply(twist).toArray();
    expect(hotAt(overlay, q, [0, 0, 0])).toBe(0);
    const swingCount = hotAt(overlay, q, [1, 0, 0]);
    const twistCount = hotAt(overlay, q, [0, 0, 1]);
    // The twist's sector follows the swing but not the twist.
    const directions = (some: Mesh[]): Vector3[] => {
      overlay.updateMatrixWorld(true);
      return some.map((mesh) => new Vector3(1, 0, 0).transformDirection(mesh.matrixWorld));
    };
    const zeros = directions(hot(overlay));
    expect(zeros.filter((zero) => zero.distanceTo(new Vector3(1, 0, 0)) < 1e-6).length).toBeGreaterThan(1);
    expect(twistCount).toBeGreaterThan(0);
    expect(swingCount).toBeGreaterThan(0);
    expect(hotAt(overlay, q, [1, 0, 1])).toBe(twistCount + swingCount);
    // The needle follows the swung bone, whatever the twist.
    const toBone = axis.clone().applyQuaternion(swing);
    expect(directions(meshes(overlay)).some((tip) => tip.distanceTo(toBone) < 1e-6)).toBe(true);
  });

  test('are switched apart', () => {
    const overlay = new JointOverlay(chain([limited.revolute!]), { axes: false });
    const shown = (): number => {
      let count = 0;
      overlay.traverseVisible((each) => (count += Number('isMesh' in each)));
      return count;
    };
    const limitsOnly = shown();
    overlay.showAxes = true;
    expect(shown()).toBeGreaterThan(limitsOnly);
    overlay.showLimits = false;
    expect(shown()).toBe(meshes(overlay).length - limitsOnly);
    expect([overlay.showAxes, overlay.showLimits]).toEqual([true, false]);
  });

  test('a joint that follows another shows its value', () => {
    const mimic = { link: 'l0', multiplier: -2, offset: 0.1 };
    const overlay = new JointOverlay(chain([hinge, { ...hinge, mimic }]));
    overlay.update({ q: [0.3], poses: upright }, [0]);
    const hands = meshes(overlay).map((mesh) => mesh.parent!.rotation.z);
    expect(hands.some((z) => Math.abs(z - 0.3) < 1e-9)).toBe(true);
    expect(hands.some((z) => Math.abs(z + 0.5) < 1e-9)).toBe(true);
    expect(hot(overlay)).toEqual([]);
    // At the follower's limit both marks show an end.
    const places = overlay.children.map((mark) => mark.children);
    overlay.update({ q: [0.55], poses: upright }, [1]);
    const isHot = (mesh: Mesh): boolean => hot(overlay).includes(mesh);
    expect(places.map((groups) => groups.flatMap(meshes).some(isHot))).toEqual([true, true]);
  });

  test('a locked joint has none, nor a hinge that is turned into a ball', () => {
    expect(meshes(new JointOverlay(chain([{ type: 'revolute', limits: [0, 0] }])))).toEqual([]);
    expect(meshes(new JointOverlay(chain([hinge], [0, 1, 0], { hinges: false })))).toEqual([]);
  });

  test.each([
    [-Infinity, 0.2],
    [-0.2, Infinity],
  ])('a slide from %d to %d warns at the end that it has', (min, max) => {
    const overlay = new JointOverlay(chain([{ type: 'prismatic', axis: [0, 1, 0], limits: [min, max] }]));
    const { x, y, z } = worldBox(overlay).getSize(new Vector3());
    expect(x + y + z).toBeLessThan(10);
    expect(hotAt(overlay, [0])).toBe(0);
    expect(hotAt(overlay, [Number.isFinite(min) ? min : max])).toBeGreaterThan(0);
  });
});

test('an arm plays a trajectory as a clip', () => {
  const model = Model.from(robots.panda);
  const problem = new Problem(model);
  const arm = new ArmShape(model);
  const trajectory = new Trajectory(model);
  trajectory.add(0, problem.state.q);
  problem.setJoints({ 'joint 2': 0.3, 'joint 4': -1 });
  trajectory.add(1, problem.state.q);
  const mixer = new AnimationMixer(arm);
  mixer.clipAction(toClip(arm, trajectory)).play().setLoop(LoopOnce, 1).clampWhenFinished = true;
  mixer.update(2);
  arm.updateMatrixWorld(true);
  for (const { name } of model.links) {
    const place = new Vector3().setFromMatrixPosition(arm.getObjectByName(name)!.matrixWorld);
    expect(place.distanceTo(new Vector3().fromArray(problem.pose(name)))).toBeLessThan(1e-6);
  }
  arm.dispose();
});
