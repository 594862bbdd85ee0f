/** A body that does what the source does, in two ways, measured beside each other. */
import { Character, type Role } from 'limber/gltf';
import { Model, type Trajectory } from 'limber';
import { type Ground, type GroundAt, type MotionReport, retargetClip, RobotBody } from 'limber/motion';
import { ArmShape } from 'limber/three';
import { fromURDF } from 'limber/urdf';
import { type AnimationClip, AnimationMixer, Group, type Object3D, Vector3 } from 'three';
import humanoid from '../robot-files/humanoid.urdf?raw';
import { CharacterFigure } from '../views/figure.ts';
import { plainCopy } from './plain-copy.ts';
import { type BodyLine, robotLane, type ways } from './scene.ts';

export type Way = (typeof ways)[number];

export type FootSide = keyof MotionReport['contacts'];
export const footSides: readonly FootSide[] = ['left', 'right'];

/** Places of the parts that are measured, at one time. */
type Places = ReadonlyMap<Role, Vector3>;

const measured = footSides.flatMap((side): Role[] => [
  `${side}Foot`,
  `${side}Toes`,
  `${side}UpperArm`,
  `${side}Hand`,
]);

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
  /** Metres by which the worse hand is not where it should be. */
  readonly hand: number;
}

const slipOf = ({ standing }: Measure): number => Math.max(0, ...standing.map(({ slip }) => slip));
export const numbersOf = (measure: Measure): readonly [slip: number, hand: number] => [
  slipOf(measure),
  measure.hand,
];

interface Played {
  readonly clip: AnimationClip;
  readonly measures: readonly Measure[];
}

/** Frames per second at which the ways are measured. */
const rate = 60;

/** Metres from the robot's ankles to its soles. */
const sole = 0.08;

/** Lengths from which hands are scaled: an arm and half the shoulders' width; a leg. */
function sizesOf(bones: ReadonlyMap<Role, Object3D>) {
  const place = (part: string) => bones.get(`left${part}` as Role)!.getWorldPosition(new Vector3());
  const way = (...parts: readonly string[]) =>
    parts.slice(1).reduce((sum, part, i) => sum + place(parts[i]!).distanceTo(place(part)), 0);
  const width = place('UpperArm').distanceTo(bones.get('rightUpperArm')!.getWorldPosition(new Vector3()));
  return { reach: way('UpperArm', 'LowerArm', 'Hand') + width / 2, leg: way('UpperLeg', 'LowerLeg', 'Foot') };
}

function placesOf(bones: ReadonlyMap<Role, Object3D>): Places {
  return new Map(measured.map((role) => [role, bones.get(role)!.getWorldPosition(new Vector3())]));
}

/** Places at all times of a clip; the bones stand at its end. */
function playThrough(clip: AnimationClip, root: Object3D, bones: ReadonlyMap<Role, Object3D>): Places[] {
  const mixer = new AnimationMixer(root);
  mixer.clipAction(clip).play();
  const count = Math.round(clip.duration * rate);
  const all = Array.from({ length: count }, (_, i) => {
    mixer.setTime(i / rate);
    root.updateWorldMatrix(true, true);
    return placesOf(bones);
  });
  mixer.stopAllAction();
  mixer.uncacheRoot(root);
  return all;
}

/** The source: its skeleton and bones. */
export class Source {
  readonly character: Character;
  readonly sizes: ReturnType<typeof sizesOf>;
  clip!: AnimationClip;
  places: readonly Places[] = [];

  constructor(readonly root: Object3D) {
    this.character = new Character(root, { restPose: 'current' });
    this.sizes = sizesOf(this.character.humanoid);
  }

  load(clip: AnimationClip): void {
    this.clip = clip;
    this.places = playThrough(clip, this.root, this.character.humanoid);
    this.character.reset();
  }
}

export class Actor {
  /** Stands in the body's lane. */
  readonly lane = new Group();
  readonly title: string;
  readonly figure: CharacterFigure;
  readonly character: Character;
  /** Length of its legs over those of the source. */
  scale!: number;
  #reach!: number;
  report!: MotionReport;
  ground!: GroundAt;
  /** Milliseconds of the last retargeting. */
  cost = NaN;
  readonly #sizes: ReturnType<typeof sizesOf>;
  #played!: Readonly<Record<Way, Played>>;
  #shown: Way = 'limber';
  #mixer: AnimationMixer | null = null;

  constructor(
    readonly line: BodyLine,
    private source: Source,
  ) {
    this.title = line.title;
    this.figure = new CharacterFigure(line.proportions);
    this.character = new Character(this.figure);
    this.#sizes = sizesOf(this.character.humanoid);
    this.follow(source);
    this.lane.position.x = line.lane;
    this.lane.add(this.figure);
  }

  /** Takes another source; `load` puts its clip onto the body. */
  follow(source: Source): void {
    const { reach, leg } = this.#sizes;
    this.source = source;
    this.scale = leg / source.sizes.leg;
    this.#reach = reach / source.sizes.reach;
  }

  /** Puts the source's clip onto the body, in both ways. */
  load(ground: GroundAt): void {
    const { source, figure, character, lane } = this;
    this.ground = ground;
    this.#forget();
    // The body works around the world's origin, as the source does; its lane is for the eye.
    lane.remove(figure);
    character.reset();
    const before = performance.now();
    const { clip, report } = retargetClip(source.clip, source.root, character, { ground });
    this.cost = performance.now() - before;
    this.report = report;
    character.reset();
    const copy = plainCopy(source.clip, source.root, character, figure);
    this.#played = { limber: this.#measure(clip), copy: this.#measure(copy) };
    lane.add(figure);
  }

  /** Poses the figure. */
  show(way: Way, time: number): void {
    if (!this.#mixer || way !== this.#shown) {
      this.#forget();
      this.#shown = way;
      this.#mixer = new AnimationMixer(this.figure);
      this.#mixer.clipAction(this.#played[way].clip).play();
    }
    this.#mixer.setTime(time);
  }

  at(way: Way, time: number): Measure {
    const { measures } = this.#played[way];
    return measures[Math.min(measures.length - 1, Math.round(time * rate))]!;
  }

  /** Largest slip and distance of a hand in the whole clip. */
  worst(way: Way): readonly [slip: number, hand: number] {
    const all = this.#played[way].measures.map(numbersOf);
    return [Math.max(...all.map(([slip]) => slip)), Math.max(...all.map(([, hand]) => hand))];
  }

  groundAt({ x, z }: Vector3): Ground {
    return this.ground(x, z);
  }

  #measure(clip: AnimationClip): Played {
    const frames = playThrough(clip, this.figure, this.character.humanoid);
    this.character.reset();
    return { clip, measures: frames.map((places, i) => this.#measureAt(frames, places, i)) };
  }

  #measureAt(frames: readonly Places[], places: Places, i: number): Measure {
    const time = i / rate;
    const standing = footSides.flatMap((side): Standing[] => {
      const contact = this.report.contacts[side].find(([from, to]) => from <= time && time <= to);
      if (!contact) return [];
      const begun = frames[Math.ceil(contact[0] * rate - 1e-6)]!;
      const parts = [`${side}Foot`, `${side}Toes`] as const;
      const slip = Math.min(...parts.map((part) => places.get(part)!.distanceTo(begun.get(part)!)));
      const middle = (of: Places) => of.get(parts[0])!.clone().lerp(of.get(parts[1])!, 0.5);
      return [{ side, begun: middle(begun), now: middle(places), slip }];
    });
    const wanted = this.source.places[i]!;
    const fromChest = (of: Places, side: FootSide) =>
      of
        .get('leftUpperArm')!
        .clone()
        .lerp(of.get('rightUpperArm')!, 0.5)
        .sub(of.get(`${side}Hand`)!);
    const off = footSides.map((side) =>
      fromChest(places, side).distanceTo(fromChest(wanted, side).multiplyScalar(this.#reach)),
    );
    return { standing, hand: Math.max(...off) };
  }

  #forget(): void {
    this.#mixer?.stopAllAction();
    this.#mixer?.uncacheRoot(this.figure);
    this.#mixer = null;
  }
}

/** A robot, which Limber alone can bring to do the same: it has joints, and no bones to copy to. */
export class RobotActor {
  readonly title = 'Robot';
  readonly lane = new Group();
  scale!: number;
  report!: MotionReport;
  cost = NaN;
  readonly #body: RobotBody;
  readonly #shape: ArmShape;
  readonly #leg: number;
  #trajectory!: Trajectory;

  constructor(private source: Source) {
    const model = Model.from(fromURDF(humanoid, { root: { joint: { type: 'free' } } }));
    this.#body = new RobotBody(model, { sole });
    this.#leg = sizesOf(this.#body.person.humanoid).leg;
    this.follow(source);
    this.#shape = new ArmShape(model);
    this.#shape.rotation.x = -Math.PI / 2;
    this.lane.position.x = robotLane;
    this.lane.add(this.#shape);
  }

  follow(source: Source): void {
    this.source = source;
    this.scale = this.#leg / source.sizes.leg;
  }

  load(ground: GroundAt): void {
    const before = performance.now();
    const { trajectory, report } = retargetClip(this.source.clip, this.source.root, this.#body, { ground });
    this.cost = performance.now() - before;
    this.#trajectory = trajectory;
    this.report = report;
  }

  show(way: Way, time: number): void {
    this.lane.visible = way === 'limber';
    const { state } = this.#body.problem;
    this.#trajectory.at(time, state.q);
    state.update();
    this.#shape.update(state.poses);
  }
}
