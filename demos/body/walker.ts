/** Bodies that do what the source does, by Limber or by plain copying, measured at each moment. */
import { Model } from 'limber';
import {
  Character,
  type CharacterOptions,
  type GroundAt,
  type MotionReport,
  type RobotReport,
  retargetFigures,
  RobotBody,
} from 'limber/character';
import { ArmShape, toClip } from 'limber/three';
import { Box3, Group, Mesh, MeshStandardMaterial, type Object3D, Vector3 } from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import type { RobotSource } from '../robot-files/catalogue.ts';
import type { Loaded } from '../robot-files/character.ts';
import { remarkOn } from '../robot-files/files.ts';
import { shapeOf } from '../robot-files/shape.ts';
import { themed } from '../views/looks.ts';
import type { SavedMotion } from './formats.ts';
import { plainCopy } from './plain-copy.ts';
import type { BodyLine, GroundPick } from './scene.ts';
import {
  type Bones,
  type FootSide,
  footSides,
  placeOf,
  type Places,
  placesOf,
  player,
  sizesOf,
  type Source,
} from './source.ts';
import { clothe } from './sticks.ts';

/** A foot that stands: where it began to, and is; between ankle and toes, at the height of the ankle. */
export interface Standing {
  readonly side: FootSide;
  readonly begun: Vector3;
  readonly now: Vector3;
  /** Metres by which neither heel nor toes are where they began to stand. */
  readonly slip: number;
}

export interface Measure {
  readonly standing: readonly Standing[];
  /** Largest slip (metres). */
  readonly slip: number;
  /** Metres by which the worse hand that touches something is not where it should be; −Infinity if none does. */
  readonly hand: number;
}

/** What a walker is made of. */
interface Made {
  readonly root: Object3D;
  readonly bones: Bones;
  readonly body: Character | RobotBody;
  /** Its lengths at rest. */
  readonly sizes: ReturnType<typeof sizesOf>;
  readonly animate?: Loaded['animate'];
  /** Of a robot. */
  readonly source?: RobotSource;
}

export class Walker {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Stands in the body's lane. */
  readonly lane = new Group();
  /** Length of its legs over those of the source. */
  scale = 1;
  report!: MotionReport | RobotReport;
  ground!: GroundAt;
  /** Milliseconds of the last retargeting. */
  cost = NaN;
  /** Its motion with Limber. */
  saved!: SavedMotion;
  #source!: Source;
  #play!: (time: number) => void;
  /** The same by plain copying; null: nobody has looked at it yet. */
  #copy: ((time: number) => void) | null = null;
  /** Places at the beginnings of contacts. */
  readonly #begun = new Map<string, Places>();
  #time = 0;

  constructor(
    { name, title, text, lane }: BodyLine,
    readonly made: Made,
  ) {
    [this.name, this.title, this.text] = [name, title, text];
    this.lane.position.x = lane;
    this.lane.add(made.root);
  }

  /** False for a robot: it has no bones to copy to. */
  get copies(): boolean {
    return this.made.body instanceof Character;
  }

  /** Takes the source's clip. @throws LimberError if it cannot; nothing has changed then. */
  load(source: Source, pick: GroundPick): void {
    const { root, sizes } = this.made;
    source.rest();
    const scale = sizes.leg / source.sizes.leg;
    const ground = pick.at(scale);
    const before = performance.now();
    const { report, ...motion } = this.#atOrigin(() => this.#follow(source, ground));
    this.cost = performance.now() - before;
    this.saved = { ...motion, body: this.made.body, scene: root };
    this.#play = player(motion.clip, root);
    this.#copy = null;
    [this.report, this.scale, this.ground, this.#source] = [report, scale, ground, source];
    this.#begun.clear();
  }

  #follow(source: Source, ground: GroundAt) {
    const { body, root } = this.made;
    const options = { ground, hands: source.hands };
    if (body instanceof Character) return retargetFigures(source.figures, body, options);
    const motion = retargetFigures(source.figures, body, options);
    return { ...motion, clip: toClip(root as ArmShape, motion.trajectory, this.title) };
  }

  #copied(): (time: number) => void {
    const { body, root } = this.made;
    const clip = this.#atOrigin(() => plainCopy(this.#source, body as Character));
    // Perhaps before a frame that is about to be drawn.
    this.#source.show(this.#time);
    return player(clip, root);
  }

  /** The body works around the world's origin, as the source does; its lane is for the eye. */
  #atOrigin<T>(work: () => T): T {
    const { body, root } = this.made;
    const reset = () => body instanceof Character && body.reset();
    reset();
    this.lane.remove(root);
    try {
      return work();
    } finally {
      reset();
      this.lane.add(root);
    }
  }

  /** Shows the body at a time, and measures it; null where it cannot be copied. */
  show(copied: boolean, time: number): Measure | null {
    this.lane.visible = this.copies || !copied;
    if (time !== this.#time) this.made.animate?.(Math.min(0.1, Math.abs(time - this.#time)));
    this.#time = time;
    return this.lane.visible ? this.at(copied, time) : null;
  }

  /** Poses and measures the body. */
  at(copied: boolean, time: number): Measure {
    const contacts = footSides.flatMap((side) => {
      const contact = this.report.contacts[side].find(([from, to]) => from <= time && time <= to);
      return contact ? [[side, this.#beginning(copied, contact[0])] as const] : [];
    });
    const places = this.#pose(copied, time);
    const standing = contacts.map(([side, begun]) => standingOf(side, begun, places));
    const near = touching * this.#source.sizes.leg;
    const reach = this.made.sizes.reach / this.#source.sizes.reach;
    const wanted = this.#source.placesAt(time);
    const placed = footSides.filter((side) => this.#source.hands === 'place' || touches(wanted, side, near));
    const off = placed.map((side) =>
      fromChest(places, side).distanceTo(fromChest(wanted, side).multiplyScalar(reach)),
    );
    return { standing, slip: Math.max(0, ...standing.map(({ slip }) => slip)), hand: Math.max(...off) };
  }

  /** Returns where its parts are in its lane. */
  #pose(copied: boolean, time: number): Places {
    const play = copied ? (this.#copy ??= this.#copied()) : this.#play;
    play(time);
    const places = placesOf(this.made.bones);
    for (const place of places.values()) place.sub(this.lane.position);
    return places;
  }

  #beginning(copied: boolean, time: number): Places {
    const key = `${copied} ${time}`;
    const places = this.#begun.get(key) ?? this.#pose(copied, time);
    this.#begun.set(key, places);
    return places;
  }

  dispose(): void {
    const { body, root } = this.made;
    body.dispose();
    if (body instanceof Character) return;
    (root as ArmShape).dispose();
    body.model.dispose();
  }
}

function standingOf(side: FootSide, begun: Places, places: Places): Standing {
  const parts = ([`${side}Foot`, `${side}Toes`] as const).filter((part) => places.has(part));
  const slip = Math.min(...parts.map((part) => places.get(part)!.distanceTo(begun.get(part)!)));
  const middle = (of: Places) =>
    of
      .get(parts[0]!)!
      .clone()
      .lerp(of.get(parts.at(-1)!)!, 0.5);
  return { side, begun: middle(begun), now: middle(places), slip };
}

/** Leg lengths from the other hand or the head, at which a hand has a place. */
const touching = 0.3;

function touches(places: Places, side: FootSide, near: number): boolean {
  const hand = places.get(`${side}Hand`);
  const others = [places.get(side === 'left' ? 'rightHand' : 'leftHand'), places.get('head')];
  return others.some((other) => hand && other && hand.distanceTo(other) < near);
}

/** From a hand to the middle of the shoulders; NaN without them. */
function fromChest(of: Places, side: FootSide): Vector3 {
  const [left, right, hand] = [of.get('leftUpperArm'), of.get('rightUpperArm'), of.get(`${side}Hand`)];
  if (!left || !right || !hand) return new Vector3(NaN, NaN, NaN);
  return left.clone().lerp(right, 0.5).sub(hand);
}

/** A skeleton with a skin, or without. */
export function personOf(
  line: BodyLine,
  root: Object3D,
  body: Character,
  animate: Loaded['animate'] = null,
): Walker {
  const bones = body.humanoid;
  clothe(root, bones);
  return new Walker(line, { root, bones, body, sizes: sizesOf(bones), animate });
}

/** Lengths of legs in metres; others are not shown in their own size. */
const [shortest, longest] = [0.3, 1.4];

/** A character, on its feet in its lane. @throws LimberError if no human body is found. */
export function standing({ scene, humanoid, animate }: Loaded, line: BodyLine): Walker {
  const root = new Group().add(scene);
  const options: CharacterOptions = { humanoid: humanoid === 'auto' ? true : humanoid };
  using before = new Character(scene, options);
  before.reset();
  const { leg } = sizesOf(before.humanoid);
  if (leg < shortest || leg > longest) root.scale.setScalar(0.9 / leg);
  root.updateMatrixWorld(true);
  const box = new Box3().setFromObject(root, true);
  // Bones alone have no box.
  if (box.isEmpty()) scene.traverse((bone) => box.expandByPoint(placeOf(bone)));
  const { x, z } = placeOf(before.humanoid.get('hips')!);
  root.position.set(-x, -box.min.y, -z);
  root.updateMatrixWorld(true);
  return personOf(line, root, new Character(scene, options), animate);
}

/** The robot with a free root and Y up. */
function modelOf({ upright }: RobotSource): Model {
  const links = upright.links.map((link) =>
    link.parent ? link : { ...link, joint: { type: 'free' as const } },
  );
  return Model.from({ ...upright, links });
}

/** Its soles are as low as anything of it when all its joints are at 0. @throws LimberError if it is no humanoid. */
function dressed(line: BodyLine, source: RobotSource, model: Model, shape: ArmShape): Walker {
  shape.updateMatrixWorld(true);
  const { min } = new Box3().setFromObject(shape);
  using barefoot = new RobotBody(model);
  const { problem, roles } = barefoot;
  const sole = problem.state.poses[7 * roles.get('leftFoot')! + 1]! - min.y;
  const body = new RobotBody(model, { sole });
  const bones = new Map([...roles].map(([role, i]) => [role, shape.getObjectByName(model.links[i]!.name)!]));
  return new Walker(line, { root: shape, bones, body, sizes: sizesOf(body.person.humanoid), source });
}

/** A foot in the frame of its ankle: x forward, z up. */
function makeFoot(): Mesh {
  const geometry = new RoundedBoxGeometry(0.2, 0.085, 0.05, 3, 0.02).translate(0.04, 0, -0.055);
  const material = new MeshStandardMaterial({ roughness: 0.5 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  return themed(mesh, ({ joint }) => material.color.set(joint));
}

/** The page's own robot. */
export function robotOf(source: RobotSource, line: BodyLine): Walker {
  const model = modelOf(source);
  const shape = new ArmShape(model, { tips: false });
  for (const side of footSides) shape.getObjectByName(`${side}_ankle_roll_link`)!.add(makeFoot());
  return dressed(line, source, model, shape);
}

/** A reader's robot in its meshes, or in bars where none is found. @throws LimberError if it is no humanoid. */
export async function ownRobot(source: RobotSource, line: BodyLine) {
  const model = modelOf(source);
  const { shape, missing, refused, drawn } = await shapeOf(source, model, { tips: false });
  const remark = remarkOn(missing, refused, drawn);
  try {
    return { walker: dressed(line, source, model, shape), remark };
  } catch (error) {
    shape.dispose();
    model.dispose();
    throw error;
  }
}
