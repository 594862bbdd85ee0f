/** Fingers: found by the names of many programs, and copied whatever they do at rest. */
import { AnimationMixer, type Bone, type Object3D, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Character, Follower, retargetClip, roles, type Role, SkeletonSource } from 'limber/character';
import { type BodyOptions, makeBody, randomTurn, seeded } from '../gltf/skeletons.ts';
import { makeClip } from '../gltf/walker.ts';
import '../support/silence.ts';

const isFinger = (role: string) => /Thumb|Index|Middle|Ring|Little/.test(role);
const fingerRoles = roles.filter(isFinger);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Names of the first to third bone of a finger, and of its end. */
const programs: Readonly<Record<string, (side: string, finger: string, i: number) => string>> = {
  Mixamo: (side, finger, i) => `mixamorig:${capital(side)}Hand${finger.replace('Little', 'Pinky')}${i}`,
  Unreal: (side, finger, i) => `${finger.replace('Little', 'pinky').toLowerCase()}_0${i}_${side.charAt(0)}`,
  VRoid: (side, finger, i) => `J_Bip_${side.charAt(0).toUpperCase()}_${finger}${i}${i > 3 ? '_end' : ''}`,
  Blender: (side, finger, i) =>
    `${finger === 'Thumb' ? '' : 'f_'}${finger.replace('Little', 'pinky').toLowerCase()}.0${i}.${side.charAt(0).toUpperCase()}`,
  Daz: (side, finger, i) =>
    `${side.charAt(0)}${finger.replace('Middle', 'Mid').replace('Little', 'Pinky')}${i}`,
  'from 0, with the palm’s bones': (side, finger, i) => `${side}_${finger}_${i - 1}`,
};

const named =
  (name: (side: string, finger: string, i: number) => string) =>
  (role: string): string => {
    const [, side, finger, bone] = /^(left|right)(Thumb|Index|Middle|Ring|Little)(.+)$/.exec(role) ?? [];
    if (!side) return role;
    const bones = finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal', 'End'] : ['Proximal', 'Intermediate', 'Distal', 'End']; // prettier-ignore
    return name(side, finger!, 1 + bones.indexOf(bone!));
  };

describe('fingers are found', () => {
  const expectFound = (scene: Object3D, bones: ReadonlyMap<string, Object3D>) => {
    using character = new Character(scene);
    for (const role of roles) expect(character.humanoid.get(role)?.name, role).toBe(bones.get(role)!.name);
  };

  it.each(Object.keys(programs).slice(0, -1))('by the names of %s', (program) => {
    const { scene, bones } = makeBody({ curl: 0.2, name: named(programs[program]!) });
    expectFound(scene, bones);
  });

  it('by the names of VRM 1', () => {
    const { scene, bones } = makeBody({ curl: 0.2 });
    expectFound(scene, bones);
  });

  it('beside copies of themselves, as an FBX with several skins has them', () => {
    const { scene, bones } = makeBody({ curl: 0.2, name: named(programs['Mixamo']!) });
    const first = bones.get('leftIndexProximal')!;
    const copy = first.clone(false);
    copy.position.set(0, 0, 0);
    copy.add(...first.children);
    first.add(copy);
    expectFound(scene, bones);
  });

  it('below bones of the palm, named or counted as 0', () => {
    for (const name of ['index_metacarpal_l', 'LeftInHandIndex', 'index_00_l']) {
      const { scene, bones } = makeBody({ curl: 0.2, name: named(programs['Unreal']!) });
      const [hand, first] = [bones.get('leftHand')!, bones.get('leftIndexProximal')!];
      const palm = first.clone(false);
      palm.name = name;
      hand.add(palm);
      palm.add(first);
      expectFound(scene, bones);
    }
  });
});

const people = (options: BodyOptions) => {
  const made = makeBody({ curl: 0.1, ...options });
  return { ...made, all: new Map([...made.bones, ['Hips', made.bones.get('hips')!]]) };
};

/** Radians; near 0 more exact than `angleTo`. */
const between = (a: Quaternion, b: Quaternion): number => {
  const { x, y, z } = a.clone().conjugate().multiply(b);
  return 2 * Math.asin(Math.min(1, Math.hypot(x, y, z)));
};

describe('fingers follow', () => {
  /** Calls `look` while a person and a body are posed, at several times. */
  function compare(
    other: ReturnType<typeof people>,
    look: (person: typeof other, time: number) => void,
  ): void {
    const person = people({ random: seeded(7) });
    const clip = makeClip(person.all, 0.8, 11);
    using body = new Character(other.scene, { restPose: 'current' });
    const motion = retargetClip(clip, person.scene, body, { locks: false });
    const [play, mixer] = [person, other].map(({ scene }) => new AnimationMixer(scene));
    play!.clipAction(clip).play();
    mixer!.clipAction(motion.clip).play();
    for (const time of [0.2, 0.7, 1.1, 1.6]) {
      play!.setTime(time);
      mixer!.setTime(time);
      for (const each of [person.scene, other.scene]) each.updateMatrixWorld(true);
      look(person, time);
    }
  }

  it('on the same body as they are', () => {
    const other = people({ random: seeded(7) });
    compare(other, (person) => {
      for (const role of fingerRoles) {
        const [own, its] = [person, other].map(({ bones }) => bones.get(role)!.quaternion);
        expect(between(own!, its!), role).toBeLessThan(1e-4);
      }
    });
  });

  /** Along each bone of a finger. */
  const ways = (bones: ReadonlyMap<string, Bone>) =>
    fingerRoles.map((role) => {
      const [from, to] = [bones.get(role)!, bones.get(role)!.children[0]!];
      return to.getWorldPosition(new Vector3()).sub(from.getWorldPosition(new Vector3())).normalize();
    });

  it.each<[string, BodyOptions, number]>([
    ['curled at rest', { curl: 0.7 }, 1e-4],
    // Its hands roll by a little where arms hang, because its back leans.
    ['with other axes, arms hanging', { curl: 0.4, random: seeded(9), droop: 1.2 }, 3e-3],
    ['in centimetres', { scale: 0.01 }, 1e-4],
  ])('in the same directions on a body %s', (_, options, most) => {
    const other = people(options);
    compare(other, (person) => {
      const [own, its] = [ways(person.bones), ways(other.bones)];
      own.forEach((way, i) => expect(way.distanceTo(its[i]!), fingerRoles[i]).toBeLessThan(most));
    });
  });

  it('from the line to the knuckles where a wrist is bent at rest', () => {
    const other = people({});
    other.bones.get('leftHand')!.quaternion.setFromAxisAngle(new Vector3(0, 0, 1), -0.4);
    compare(other, (person) => {
      const [own, its] = [person, other].map(({ bones }) => {
        const place = (role: string) => bones.get(role)!.getWorldPosition(new Vector3());
        const palm = place('leftMiddleProximal').sub(place('leftHand'));
        return place('leftMiddleIntermediate').sub(place('leftMiddleProximal')).angleTo(palm);
      });
      expect(its).toBeCloseTo(own!, 2);
    });
  });

  it('live as in a clip', () => {
    const [other, third, fourth] = [
      people({ curl: 0.5 }),
      people({ curl: 0.5 }),
      people({ random: seeded(7) }),
    ];
    using live = new Character(third.scene, { restPose: 'current' });
    using follower = new Follower(live, new SkeletonSource(fourth.scene));
    compare(other, (person, time) => {
      for (const [role, { quaternion, position }] of person.bones) {
        fourth.bones.get(role)!.quaternion.copy(quaternion);
        fourth.bones.get(role)!.position.copy(position);
      }
      follower.step(time);
      for (const role of fingerRoles) {
        const [its, own] = [other, third].map(({ bones }) => bones.get(role)!.quaternion);
        expect(between(own!, its!), role).toBeLessThan(1e-4);
      }
    });
  });

  it('one for four where a source has no more, and bones that it lacks are left alone', () => {
    const [person, other] = [people({}), people({})];
    const humanoid = Object.fromEntries(
      [...person.bones].filter(
        ([role]) => roles.includes(role as Role) && (!isFinger(role) || role.endsWith('IndexProximal')),
      ),
    );
    using body = new Character(other.scene);
    const { clip } = retargetClip(makeClip(person.all, 0.8, 11), person.scene, body, { humanoid });
    const moved = fingerRoles.filter((role) =>
      clip.tracks.some(({ name }) => name.startsWith(other.bones.get(role)!.uuid)),
    );
    expect(moved).toEqual(fingerRoles.filter((role) => /(Index|Middle|Ring|Little)Proximal$/.test(role)));
  });

  it('only a source that has any', () => {
    const [other, bare] = [people({}), makeBody()];
    const finger = other.bones.get('leftIndexProximal')!;
    finger.quaternion.copy(randomTurn(seeded(1)));
    const kept = finger.quaternion.toArray();
    using body = new Character(other.scene);
    using follower = new Follower(body, new SkeletonSource(bare.scene));
    follower.step(0);
    expect(finger.quaternion.toArray()).toEqual(kept);
    const clip = makeClip(new Map([...bare.bones, ['Hips', bare.bones.get('hips')!]]), 0.5, 3);
    expect(retargetClip(clip, bare.scene, body).clip.tracks).toHaveLength(23);
  });
});

it('fingers are no part of what a solve moves', () => {
  const { scene } = makeBody({ curl: 0.2 });
  using character = new Character(scene);
  for (const role of fingerRoles) expect(character.model.links[character.linkOf(role)]!.nq, role).toBe(0);
});
