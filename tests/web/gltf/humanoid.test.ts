/** Humanoids: roles of bones, their ranges of motion, and bodies that follow their effectors. */
import { Quaternion, Vector3, type Bone } from 'three';
import { describe, expect, it } from 'vitest';
import { Character, type CharacterOptions, type Role } from 'limber/character';
import { expectError, expectInside } from '../support/models.ts';
import { makeBody, seeded, type BodyOptions } from './skeletons.ts';
import '../support/silence.ts';

/** All but fingers. */
const roles = [...makeBody().bones.keys()] as Role[];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sideOf = (role: string) => /^(left|right)(.*)$/.exec(role);

/**
 * Maps roles to a program's bone names: lists for the middle and the limbs, and a function that adds the
 * side.
 */
function naming(
  middle: Readonly<Record<string, string>>,
  limbs: Readonly<Record<string, string>>,
  put: (name: string, side: 'left' | 'right' | '') => string,
): (role: string) => string {
  return (role) => {
    const sided = sideOf(role);
    return sided ? put(limbs[sided[2]!]!, sided[1] as 'left') : put(middle[role]!, '');
  };
}

const mixamoMiddle = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
};
const mixamoLimbs = {
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
};
const mixamo = (prefix: string) =>
  naming(mixamoMiddle, mixamoLimbs, (name, side) => prefix + capital(side) + name);

const vrmMiddle = Object.fromEntries(
  ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'].map((role) => [role, capital(role)]),
);
const vrmLimbs = {
  ...Object.fromEntries(Object.keys(mixamoLimbs).map((limb) => [limb, limb])),
  Toes: 'ToeBase',
};
const letter = (side: string) => side.charAt(0);

const namings: Readonly<Record<string, (role: string) => string>> = {
  'VRM 1': (role) => role,
  VRoid: naming(vrmMiddle, vrmLimbs, (name, side) => `J_Bip_${letter(side).toUpperCase() || 'C'}_${name}`),
  Mixamo: mixamo('mixamorig'),
  'Mixamo with a colon': mixamo('mixamorig:'),
  'Mixamo numbered': mixamo('mixamorig7'),
  'Mixamo numbered with a colon': mixamo('mixamorig10:'),
  'Ready Player Me': mixamo(''),
  // GLTFLoader removes the dots: upper_arm.L becomes upper_armL.
  ...Object.fromEntries(
    ['.', ''].map((dot) => [
      `Blender ${dot ? 'with' : 'without'} dots`,
      naming(
        {
          hips: 'hips',
          spine: 'spine',
          chest: 'chest',
          upperChest: 'upper_chest',
          neck: 'neck',
          head: 'head',
        },
        {
          Shoulder: 'shoulder',
          UpperArm: 'upper_arm',
          LowerArm: 'forearm',
          Hand: 'hand',
          UpperLeg: 'thigh',
          LowerLeg: 'shin',
          Foot: 'foot',
          Toes: 'toe',
        },
        (name, side) => (side ? `${name}${dot}${letter(side).toUpperCase()}` : name),
      ),
    ]),
  ),
};

function make(body: BodyOptions = {}, options: CharacterOptions = {}) {
  const made = makeBody(body);
  return { ...made, character: new Character(made.scene, { humanoid: true, ...options }) };
}

describe('names', () => {
  it.each(Object.keys(namings))('of %s tell every role', (program) => {
    const { character, bones } = make({ name: namings[program]! });
    for (const role of roles) expect(character.humanoid.get(role)?.name, role).toBe(bones.get(role)!.name);
    character.dispose();
  });

  it('may be given one by one, or by vrm.humanoid', () => {
    const { scene, bones } = makeBody({ name: (role) => `x ${role}` });
    const record = Object.fromEntries(roles.map((role) => [role, `x ${role}`]));
    using byName = new Character(scene, { humanoid: record });
    const vrm = { getRawBoneNode: (name: string) => bones.get(name) ?? null };
    using byVrm = new Character(scene, { humanoid: vrm });
    for (const role of roles) {
      expect(byName.humanoid.get(role)).toBe(bones.get(role));
      expect(byVrm.humanoid.get(role)).toBe(bones.get(role));
    }
    const unknown = { ...record, tail: 'x hips' };
    expectError(
      () => new Character(scene, { humanoid: unknown as object }),
      'badDescription',
      'humanoid.tail',
      'known',
    );
    const wrong = { ...record, head: 'nowhere' };
    expectError(
      () => new Character(scene, { humanoid: wrong }),
      'badDescription',
      'humanoid.head',
      '"nowhere"',
    );
  });
});

/** Degrees from straight at the elbow or knee `lower`. */
function bendOf(bones: Map<string, Bone>, upper: string, lower: string, end: string): number {
  const at = (role: string) => bones.get(role)!.getWorldPosition(new Vector3());
  const first = at(lower).sub(at(upper));
  return (first.angleTo(at(end).sub(at(lower))) * 180) / Math.PI;
}

/**
 * Turns a role's joint by flex, side and twist (radians, clamped to its limits). Returns the resulting place
 * of a bone.
 */
function moved(
  body: ReturnType<typeof make>,
  role: Role,
  turn: readonly [number, number, number],
  watch: Role,
): Vector3 {
  const { character, bones, scene } = body;
  const { state, model } = character.problem;
  const link = model.links[character.linkOf(role)]!;
  character.reset();
  if (link.nq === 1) state.q[link.qIndex] = turn[0];
  else {
    const angle = Math.hypot(...turn);
    const axis = new Vector3(...turn).normalize();
    new Quaternion().setFromAxisAngle(axis, angle).toArray(state.q as unknown as number[], link.qIndex);
  }
  state.projectOntoLimits();
  character.write();
  scene.updateMatrixWorld(true);
  return bones.get(watch)!.getWorldPosition(new Vector3());
}

const looks: Readonly<Record<string, BodyOptions>> = {
  'plain axes': {},
  'any axes': { random: seeded(11) },
  'any axes, arms hanging': { random: seeded(12), droop: 1.2 },
  'any axes, in a mirror': { random: seeded(14), droop: 0.5, mirror: true },
  'any axes at a scale of 0.01': { random: seeded(13), droop: 0.7, scale: 0.01 },
};

describe.each(Object.keys(looks))('a body with %s', (look) => {
  const start = (options: CharacterOptions = {}) => make(looks[look], options);
  /** Sign of x on the left. */
  const left = looks[look]!.mirror ? -1 : 1;

  it('bends elbows and knees the right way, and not the other', () => {
    const body = start();
    for (const side of ['left', 'right'] as const) {
      for (const [limb, watch, way] of [
        [`${side}LowerArm`, `${side}Hand`, 1],
        [`${side}LowerLeg`, `${side}Foot`, -1],
      ] as const) {
        const rest = moved(body, limb, [0, 0, 0], watch);
        expect((moved(body, limb, [1, 0, 0], watch).z - rest.z) * way, limb).toBeGreaterThan(0.1);
        expect(moved(body, limb, [-1, 0, 0], watch).distanceTo(rest), limb).toBeLessThan(0.04);
      }
    }
    body.character.dispose();
  });

  it('has left and right as each other’s mirror, limits too', () => {
    const body = start();
    const random = seeded(5);
    const limbs = roles.filter((role) => role.startsWith('left') && !/Hand|Toes/.test(role));
    for (const limb of limbs) {
      const mirror = (role: Role) => role.replace('left', 'right') as Role;
      const end = (/Leg|Foot/.test(limb) ? 'leftToes' : 'leftHand') as Role;
      for (let i = 0; i < 8; ++i) {
        // Far beyond the limits, which then determine the end.
        const [flex, side, twist] = [0, 1, 2].map(() => 5 * (random() - 0.5)) as [number, number, number];
        const a = moved(body, limb, [flex, side, twist], end);
        const b = moved(body, mirror(limb), [flex, -side, -twist], mirror(end));
        expect(a.distanceTo(b.setX(-b.x)), limb).toBeLessThan(1e-6);
      }
    }
    body.character.dispose();
  });

  it('keeps its feet and its limits while hands reach', () => {
    const { character, bones, scene } = start({ root: 'free', solve: { restGain: 0.05 } });
    const feet = [character.addEffector('leftFoot'), character.addEffector('rightFoot')];
    const hands = [character.addEffector('leftHand'), character.addEffector('rightHand')];
    scene.updateMatrixWorld(true);
    const planted = feet.map(({ bone }) => bone.matrixWorld.clone());
    const targets: readonly (readonly [number, number, number])[] = [
      [0.3, 1.9, 0.2],
      [0.25, 1.2, 0.5],
      [0.35, 0.4, 0.3],
      [0.2, 1, 0.3],
    ];
    for (const [x, y, z] of targets) {
      hands[0]!.target.set(left * x, y, z);
      hands[1]!.target.set(-left * x, y, z);
      for (let frame = 0; frame < 20; ++frame) character.solve();
      scene.updateMatrixWorld(true);
      for (const { bone, target } of hands) {
        expect(bone.getWorldPosition(new Vector3()).distanceTo(target)).toBeLessThan(1e-3);
      }
      feet.forEach(({ bone }, i) => {
        const [is, was] = [bone.matrixWorld, planted[i]!].map((matrix) =>
          new Vector3().setFromMatrixPosition(matrix),
        );
        expect(is!.distanceTo(was!)).toBeLessThan(1e-3);
        expect(feet[i]!.angle).toBeLessThan(2e-3);
      });
      expectInside(character.problem);
      for (const side of ['left', 'right'])
        expect(bendOf(bones, `${side}UpperArm`, `${side}LowerArm`, `${side}Hand`)).toBeLessThan(151);
    }
    character.dispose();
  });

  it('turns elbows and knees to their poles, hands and feet staying', () => {
    const { character } = start({ root: 'fixed' });
    const [foot, hand] = [character.addEffector('leftFoot'), character.addEffector('leftHand')];
    foot.target.y += 0.15;
    hand.target.set(left * 0.3, 1.2, 0.25);
    character.solve();
    const knee = character.addPole('leftKnee', { target: [left * 0.25, 0.6, 1.2] });
    const elbow = character.addPole('leftElbow', { target: [left * 0.5, 0.2, -0.6] });
    for (let frame = 0; frame < 20; ++frame) character.solve();
    for (const pole of [knee, elbow]) expect(pole.angle).toBeLessThan(0.02);
    for (const effector of [foot, hand]) expect(effector.distance).toBeLessThan(1e-3);
    character.dispose();
  });

  it('turns no joint by more than 10° per solve, wherever a pole goes', () => {
    const { character } = start({ root: 'fixed' });
    const hand = character.addEffector('leftHand');
    hand.target.set(left * 0.3, 1.2, 0.25);
    for (let frame = 0; frame < 20; ++frame) character.solve();
    const pole = character.addPole('leftElbow');
    const { model, problem } = character;
    const { q } = problem.state;
    const joints = model.links.filter(({ nq }) => nq > 0);
    for (const target of [
      [0.5, 0.2, -0.6],
      [0.1, 1.2, -1],
      [0.6, 1.8, -0.6],
      [-0.5, 1.2, -0.6],
      [0.3, 1.2, 1],
      [0, 3, 0],
    ] as const) {
      pole.target.set(left * target[0], target[1], target[2]);
      for (let frame = 0; frame < 40; ++frame) {
        const before = q.slice();
        character.solve();
        for (const { name, qIndex, nq } of joints) {
          const [then, now] = [before, q].map((all) => all.subarray(qIndex, qIndex + nq)) as [
            Float64Array,
            Float64Array,
          ];
          const cosine = then.reduce((sum, each, i) => sum + each * now[i]!, 0);
          const turn = nq === 1 ? Math.abs(now[0]! - then[0]!) : 2 * Math.acos(Math.min(1, Math.abs(cosine)));
          expect(turn, name).toBeLessThan((10 * Math.PI) / 180);
        }
        expect(hand.distance).toBeLessThan(1e-3);
      }
    }
    character.dispose();
  });
});
