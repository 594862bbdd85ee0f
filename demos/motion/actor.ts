/** Bodies that do what the source does, in one or two ways, measured beside each other. */
import { Model, type Trajectory } from 'limber';
import { Character } from 'limber/gltf';
import { type GroundAt, type MotionReport, retargetClip, RobotBody } from 'limber/motion';
import { ArmShape, toClip } from 'limber/three';
import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  Group,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Vector3,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { Loaded } from '../character-files/files.ts';
import type { SavedMotion } from '../character-files/formats.ts';
import type { RobotSource } from '../robot-files/catalogue.ts';
import { finderOf, meshesOf, remarkOn } from '../robot-files/files.ts';
import { CharacterFigure } from '../views/figure.ts';
import { themed } from '../views/looks.ts';
import { plainCopy } from './plain-copy.ts';
import type { BodyLine, GroundPick, ways } from './scene.ts';
import {
  type FootSide,
  footSides,
  measured,
  type Places,
  playThrough,
  rate,
  sizesOf,
  type Source,
} from './source.ts';
import { clothe } from './sticks.ts';

export type Way = (typeof ways)[number];

/** A foot that stands. */
export interface Standing {
  readonly side: FootSide;
  /** Where it began to stand, and is; between ankle and toes, at the height of the ankle. */
  readonly begun: Vector3;
  readonly now: Vector3;
  /** Metres by which neither heel nor toes are where they began to stand. */
  readonly slip: number;
}

/** The body at a time of the clip. */
export interface Measure {
  readonly standing: readonly Standing[];
  /** Metres by which the worse hand is not where it should be; NaN without hands. */
  readonly hand: number;
}

export const numbersOf = ({ standing, hand }: Measure): readonly [slip: number, hand: number] => [
  Math.max(0, ...standing.map(({ slip }) => slip)),
  hand,
];

interface Played {
  readonly places: readonly Places[];
  readonly measures: readonly Measure[];
}

const atEnd = <T>(all: readonly T[], time: number): T =>
  all[Math.min(all.length - 1, Math.round(time * rate))]!;

export abstract class Actor {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Stands in the body's lane. */
  readonly lane = new Group();
  /** Length of its legs over those of the source. */
  scale = 1;
  report!: MotionReport;
  ground!: GroundAt;
  /** Outline of the ground. */
  outline: ReturnType<GroundPick['outline']> = [];
  /** Milliseconds of the last retargeting. */
  cost = NaN;
  #played: Partial<Record<Way, Played>> = {};

  /** `sizes`: its lengths at rest. */
  protected constructor(
    { name, title, text, lane }: Omit<BodyLine, 'proportions'>,
    private readonly sizes: ReturnType<typeof sizesOf>,
  ) {
    [this.name, this.title, this.text] = [name, title, text];
    this.lane.position.x = lane;
  }

  /**
   * Takes the source's clip, in all its ways.
   *
   * @throws LimberError if it cannot; nothing has changed then.
   */
  load(source: Source, pick: GroundPick): void {
    source.rest();
    const scale = this.sizes.leg / source.sizes.leg;
    const ground = pick.at(scale);
    const before = performance.now();
    this.report = this.retarget(source, ground);
    this.cost = performance.now() - before;
    [this.scale, this.ground, this.outline] = [scale, ground, pick.outline(scale)];
    const reach = this.sizes.reach / source.sizes.reach;
    this.#played = {};
    for (const [way, places] of this.play(source)) {
      const measures = places.map((_, i) => this.#measure(places, i, source.places[i]!, reach));
      this.#played[way] = { places, measures };
    }
  }

  /** Puts the source's clip onto the body. @throws LimberError, and changes nothing. */
  protected abstract retarget(source: Source, ground: GroundAt): MotionReport;
  /** Places at all times, in each way. */
  protected abstract play(source: Source): readonly (readonly [Way, Places[]])[];
  protected abstract pose(way: Way, time: number): void;
  /** Its motion with Limber. */
  abstract saved(): SavedMotion;
  abstract dispose(): void;

  get ways(): readonly Way[] {
    return Object.keys(this.#played) as Way[];
  }

  /** Shows the body, if it can move in this way. */
  show(way: Way, time: number): void {
    this.lane.visible = this.ways.includes(way);
    if (this.lane.visible) this.pose(way, time);
  }

  /** Undefined in a way in which the body cannot move. */
  at(way: Way, time: number): Measure | undefined {
    const { measures } = this.#played[way] ?? {};
    return measures && atEnd(measures, time);
  }

  /** Places of its parts with Limber, in the view. */
  placesAt(time: number): Places {
    const places = atEnd(this.#played.limber!.places, time);
    return new Map(
      Array.from(places, ([role, place]) => [role, place.clone().add(this.lane.position)] as const),
    );
  }

  /** Slip and distance of the hands at all times. */
  curves(way: Way): readonly (readonly [slip: number, hand: number])[] {
    return this.#played[way]!.measures.map(numbersOf);
  }

  /** Largest slip and distance of a hand in the whole clip. */
  worst(way: Way): readonly [slip: number, hand: number] {
    const all = this.curves(way);
    return [Math.max(...all.map(([slip]) => slip)), Math.max(...all.map(([, hand]) => hand))];
  }

  #measure(frames: readonly Places[], i: number, wanted: Places, reach: number): Measure {
    const places = frames[i]!;
    const time = i / rate;
    const standing = footSides.flatMap((side): Standing[] => {
      const contact = this.report.contacts[side].find(([from, to]) => from <= time && time <= to);
      if (!contact) return [];
      const begun = frames[Math.ceil(contact[0] * rate - 1e-6)] ?? places;
      const parts = ([`${side}Foot`, `${side}Toes`] as const).filter((part) => places.has(part));
      const slip = Math.min(...parts.map((part) => places.get(part)!.distanceTo(begun.get(part)!)));
      const middle = (of: Places) =>
        of
          .get(parts[0]!)!
          .clone()
          .lerp(of.get(parts.at(-1)!)!, 0.5);
      return [{ side, begun: middle(begun), now: middle(places), slip }];
    });
    const off = footSides.map((side) =>
      fromChest(places, side).distanceTo(fromChest(wanted, side).multiplyScalar(reach)),
    );
    return { standing, hand: Math.max(...off) };
  }
}

/** From a hand to the middle of the shoulders; NaN without them. */
function fromChest(of: Places, side: FootSide): Vector3 {
  const [left, right, hand] = [of.get('leftUpperArm'), of.get('rightUpperArm'), of.get(`${side}Hand`)];
  if (!left || !right || !hand) return new Vector3(NaN, NaN, NaN);
  return left.clone().lerp(right, 0.5).sub(hand);
}

/** A skeleton with a skin. */
export class CharacterActor extends Actor {
  #motion!: { readonly trajectory: Trajectory; readonly clips: Readonly<Record<Way, AnimationClip>> };
  #mixer: AnimationMixer | null = null;
  #shown: Way = 'limber';
  #time = 0;

  constructor(
    line: Omit<BodyLine, 'proportions'>,
    readonly root: Object3D,
    readonly character: Character,
    private readonly animate: Loaded['animate'] = null,
  ) {
    super(line, sizesOf(character.humanoid));
    clothe(root, character.humanoid);
    this.lane.add(root);
  }

  protected retarget(source: Source, ground: GroundAt): MotionReport {
    const { clip: from, root: of, options } = source;
    const clips = {} as Record<Way, AnimationClip>;
    const { trajectory, clip, report } = this.#atOrigin(() =>
      retargetClip(from, of, this.character, { ...options, ground }),
    );
    clips.limber = clip;
    clips.copy = this.#atOrigin(() => plainCopy(source, this.character, this.root));
    this.#motion = { trajectory, clips };
    return report;
  }

  protected play(): readonly (readonly [Way, Places[]])[] {
    const { clips } = this.#motion;
    const through = (way: Way) =>
      this.#atOrigin(() => playThrough(clips[way], this.root, this.character.humanoid));
    return [
      ['limber', through('limber')],
      ['copy', through('copy')],
    ];
  }

  protected pose(way: Way, time: number): void {
    if (!this.#mixer || way !== this.#shown) {
      this.#forget();
      this.#shown = way;
      this.#mixer = new AnimationMixer(this.root);
      this.#mixer.clipAction(this.#motion.clips[way]).play();
    }
    this.#mixer.setTime(time);
    if (time !== this.#time) this.animate?.(Math.min(0.1, Math.abs(time - this.#time)));
    this.#time = time;
  }

  saved(): SavedMotion {
    const { trajectory, clips } = this.#motion;
    return { trajectory, body: this.character, clip: clips.limber, scene: this.root };
  }

  dispose(): void {
    this.#forget();
    this.character.dispose();
  }

  /** The body works around the world's origin, as the source does; its lane is for the eye. */
  #atOrigin<T>(work: () => T): T {
    this.#forget();
    this.character.reset();
    this.lane.remove(this.root);
    try {
      return work();
    } finally {
      this.character.reset();
      this.lane.add(this.root);
    }
  }

  #forget(): void {
    this.#mixer?.stopAllAction();
    this.#mixer?.uncacheRoot(this.root);
    this.#mixer = null;
  }
}

export function figureActor(line: BodyLine): CharacterActor {
  const figure = new CharacterFigure(line.proportions);
  return new CharacterActor(line, figure, new Character(figure));
}

/** Lengths of legs in metres; others are not shown in their own size. */
const [shortest, longest] = [0.3, 1.4];

/** A reader's character, on its feet in its lane. @throws LimberError if no human body is found. */
export function fileActor({ scene, humanoid, animate }: Loaded, line: Omit<BodyLine, 'proportions'>): Actor {
  const root = new Group().add(scene);
  const options = { humanoid: humanoid === 'auto' ? true : humanoid };
  using before = new Character(scene, options);
  before.reset();
  const { leg } = sizesOf(before.humanoid);
  if (leg < shortest || leg > longest) root.scale.setScalar(0.9 / leg);
  root.updateMatrixWorld(true);
  const box = new Box3().setFromObject(root, true);
  // Bones alone have no box.
  if (box.isEmpty()) scene.traverse((bone) => box.expandByPoint(bone.getWorldPosition(new Vector3())));
  const { x, z } = before.humanoid.get('hips')!.getWorldPosition(new Vector3());
  root.position.set(-x, -box.min.y, -z);
  root.updateMatrixWorld(true);
  return new CharacterActor(line, root, new Character(scene, options), animate);
}

/** A robot, which Limber alone can bring to do the same: it has joints, and no bones to copy to. */
export class RobotActor extends Actor {
  #trajectory!: Trajectory;

  constructor(
    line: Omit<BodyLine, 'proportions'>,
    readonly source: RobotSource,
    private readonly shape: ArmShape,
    private readonly body: RobotBody,
  ) {
    super(line, sizesOf(body.person.humanoid));
    this.lane.add(shape);
  }

  protected retarget({ clip, root, options }: Source, ground: GroundAt): MotionReport {
    const { trajectory, report } = retargetClip(clip, root, this.body, { ...options, ground });
    this.#trajectory = trajectory;
    return report;
  }

  protected play({ places }: Source): readonly (readonly [Way, Places[]])[] {
    const parts = measured.filter((role) => this.body.roles.has(role));
    const frames = places.map((_, i): Places => {
      const poses = this.#posesAt(i / rate);
      return new Map(
        parts.map((role) => [role, new Vector3().fromArray(poses, 7 * this.body.roles.get(role)!)] as const),
      );
    });
    return [['limber', frames]];
  }

  protected pose(_: Way, time: number): void {
    this.shape.update(this.#posesAt(time));
  }

  saved(): SavedMotion {
    const trajectory = this.#trajectory;
    const clip = toClip(this.shape, trajectory, this.title);
    return { trajectory, body: this.body, clip, scene: this.shape };
  }

  dispose(): void {
    this.shape.dispose();
    this.body.dispose();
    this.body.model.dispose();
  }

  #posesAt(time: number): Float64Array {
    const { state } = this.body.problem;
    this.#trajectory.at(time, state.q);
    state.update();
    return state.poses;
  }
}

/** The robot with a free root and Y up. */
function modelOf({ upright }: RobotSource): Model {
  const links = upright.links.map((link) =>
    link.parent ? link : { ...link, joint: { type: 'free' as const } },
  );
  return Model.from({ ...upright, links });
}

/** Its soles are as low as anything of it when all its joints are at 0. */
function bodyOf(model: Model, shape: ArmShape): RobotBody {
  shape.updateMatrixWorld(true);
  const { min } = new Box3().setFromObject(shape);
  using barefoot = new RobotBody(model);
  const { roles, problem } = barefoot;
  return new RobotBody(model, { sole: problem.state.poses[7 * roles.get('leftFoot')! + 1]! - min.y });
}

/** A foot in the frame of its ankle: x forward, z up. */
function makeFoot(): Mesh {
  const material = new MeshStandardMaterial({ roughness: 0.5 });
  const mesh = new Mesh(
    new RoundedBoxGeometry(0.2, 0.085, 0.05, 3, 0.02).translate(0.04, 0, -0.055),
    material,
  );
  mesh.castShadow = mesh.receiveShadow = true;
  return themed(mesh, ({ joint }) => material.color.set(joint));
}

/** The page's own robot. */
export function robotActor(source: RobotSource, line: Omit<BodyLine, 'proportions'>): RobotActor {
  const model = modelOf(source);
  const shape = new ArmShape(model, { tips: false });
  for (const side of footSides) shape.getObjectByName(`${side}_ankle_roll_link`)!.add(makeFoot());
  return new RobotActor(line, source, shape, bodyOf(model, shape));
}

/** A reader's robot in its meshes, or in bars where none is found. @throws LimberError if it is no humanoid. */
export async function ownRobot(source: RobotSource, line: Omit<BodyLine, 'proportions'>) {
  const model = modelOf(source);
  const files = meshesOf(model);
  const meshes = finderOf(source);
  const worn = new ArmShape(model, { tips: false, meshes });
  const refused = await worn.loaded;
  const missing = files.filter((file) => !meshes(file));
  const drawn = refused.length < files.length;
  const shape = drawn || files.length === 0 ? worn : new ArmShape(model, { generate: 'always', tips: false });
  if (shape !== worn) worn.dispose();
  const remark = remarkOn(missing, refused, drawn);
  try {
    return { actor: new RobotActor(line, source, shape, bodyOf(model, shape)), remark };
  } catch (error) {
    shape.dispose();
    model.dispose();
    throw error;
  }
}
