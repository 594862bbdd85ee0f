import { GoalHandle, View } from 'limber/three';
import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  CircleGeometry,
  ExtrudeGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  Quaternion,
  RingGeometry,
  Shape,
  Vector3,
} from 'three';
import { NumberTable } from '../shell/board.ts';
import { Chart } from '../shell/chart.ts';
import { make, write } from '../shell/dom.ts';
import { fileButton, type Given, takeDrops } from '../shell/files.ts';
import type { StartPage } from '../shell/open.ts';
import type { PicksOf } from '../shell/picks.ts';
import { Shell, type Demo } from '../shell/shell.ts';
import { distance } from '../shell/units.ts';
import { themed } from '../views/looks.ts';
import { Scenery } from '../views/scenery.ts';
import { limb } from '../views/solids.ts';
import { Actor, type FootSide, footSides, numbersOf, RobotActor, Source, type Way } from './actor.ts';
import { makeClip, makePerson } from './clips.ts';
import { readBVH } from './recording-file.ts';
import { ball, bodies, schema } from './scene.ts';

type Picks = PicksOf<typeof schema>;

/** Curves of the second body, which is less like the source. */
const rows = [
  { name: 'Slip, Limber', colour: '--effector-1' },
  { name: 'Slip, copied', colour: '--effector-0' },
  { name: 'Hand, Limber', colour: '--effector-3' },
  { name: 'Hand, copied', colour: '--effector-2' },
] as const;
const compared: readonly Way[] = ['limber', 'copy'];

/** Where the camera looks from: from farther aside where steps would hide feet. */
const [fromAhead, fromAside] = [
  [0.5, 0.26, 1],
  [1, 0.35, 0.62],
] as const;
const standingWell = 0.005;
const up = new Vector3(0, 0, 1);

/** Draws the source's bones as thin sticks. */
function drawBones(root: Object3D): void {
  const material = new MeshStandardMaterial({ roughness: 0.6 });
  // A file has its own unit of length.
  const unit = root.parent?.scale.x ?? 1;
  const add = (bone: Object3D) => {
    for (const child of [...bone.children]) {
      const stick = new Mesh(limb([0, 0, 0], child.position.toArray(), 0.013 / unit, 0.009 / unit), material);
      stick.castShadow = true;
      add(child);
      bone.add(themed(stick, ({ needle }) => material.color.set(needle)));
    }
  };
  add(root);
}

/** At a foot that stands: a ring where it began to, and a disc where it is. */
class ContactMark {
  readonly #ring = new Mesh(new RingGeometry(0.1, 0.125, 40), new MeshBasicMaterial({ transparent: true }));
  readonly #disc = new Mesh(
    new CircleGeometry(0.1, 40),
    new MeshBasicMaterial({ transparent: true, opacity: 0.45 }),
  );
  #slips = false;

  constructor(
    private readonly view: View,
    private readonly actor: Actor,
    private readonly side: FootSide,
  ) {
    for (const mesh of [this.#ring, this.#disc])
      actor.lane.add(themed(mesh, () => this.#paint(mesh.material)));
  }

  #paint({ color }: MeshBasicMaterial): void {
    const { warning, goal } = this.view.palette;
    color.set(this.#slips ? warning : goal);
  }

  show(way: Way, time: number): void {
    const foot = this.actor.at(way, time).standing.find(({ side }) => side === this.side);
    this.#ring.visible = this.#disc.visible = foot !== undefined;
    if (!foot) return;
    this.#slips = foot.slip > standingWell;
    this.#place(this.#ring, foot.begun);
    this.#place(this.#disc, foot.now);
  }

  #place(mesh: Mesh<RingGeometry | CircleGeometry, MeshBasicMaterial>, at: Vector3): void {
    const { height, normal = [0, 1, 0] } = this.actor.groundAt(at);
    const out = new Vector3(...normal);
    mesh.position.set(at.x, height, at.z).addScaledVector(out, mesh === this.#ring ? 0.006 : 0.004);
    mesh.quaternion.copy(new Quaternion().setFromUnitVectors(up, out));
    this.#paint(mesh.material);
  }
}

/** Half the width of a body's stairs (metres). */
const half = 0.33;

function groundMesh(
  outline: readonly (readonly [number, number])[],
  lane: number,
): Object3D & { dispose(): void } {
  const shape = new Shape();
  shape.moveTo(-outline[0]![0], 0);
  for (const [z, y] of outline) shape.lineTo(-z, y);
  shape.lineTo(-outline.at(-1)![0], 0);
  // Drawn in x and y, it is turned so that −x becomes z.
  const geometry = new ExtrudeGeometry(shape, { depth: 2 * half, bevelEnabled: false });
  geometry
    .translate(0, 0, -half)
    .rotateY(Math.PI / 2)
    .translate(lane, 0, 0);
  const material = new MeshStandardMaterial({ roughness: 0.9 });
  const mesh = new Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  const dispose = () => {
    geometry.dispose();
    material.dispose();
  };
  return Object.assign(
    themed(mesh, ({ grid, joint }, theme) => material.color.set(theme === 'dark' ? joint : grid)),
    { dispose },
  );
}

/** Everything on the page that moves. */
export class MotionPage implements Demo<typeof schema> {
  readonly shell: Shell<typeof schema>;
  readonly view: View | null;
  readonly #person = new Source(makePerson());
  source = this.#person;
  readonly actors = bodies.map((line) => new Actor(line, this.source));
  readonly robot = new RobotActor(this.source);
  readonly chart = new Chart('Foot slip and distance of the hands of the short legs and long arms', {
    line: '5 mm',
  });
  readonly board = new NumberTable(['off by', 'now', 'largest']);
  readonly #scrub = make('input', { type: 'range', name: 'time', min: '0', step: '1' });
  readonly #scrubbed = make('output');
  readonly #handle: GoalHandle | null;
  readonly #grounds: Scenery | null;
  readonly #marks: readonly ContactMark[];
  #mixer: AnimationMixer | null = null;
  #frame = 0;

  constructor(run: HTMLElement) {
    this.#scrub.addEventListener('input', () => this.#seek(Number(this.#scrub.value)));
    const open = (given: Promise<readonly Given[]>) => void this.open(given);
    const files = fileButton('Open a BVH…', 'files', open, { accept: '.bvh' });
    takeDrops(open);
    const scrub = make('label', { className: 'speed' }, 'time ', this.#scrub, this.#scrubbed);
    this.shell = new Shell(run, schema, {
      title: 'Motion',
      extras: [files, scrub],
      facts: { clip: 'source', took: 'onto all bodies', missed: 'not reached' },
      sentences: ['missed'],
      chart: this.chart,
      moment: () => (this.#frame > 0 ? `frame=${this.#frame}` : ''),
    });
    const { stage, numbers } = this.shell;
    numbers.prepend(this.board.element);
    this.board.setRows(rows);
    this.chart.setCurves(rows.map(({ colour }) => colour));
    this.chart.curves.tolerance = standingWell;
    this.view = stage && new View(stage, { label: 'A skeleton and two bodies in motion', fov: 34 });
    this.#handle = this.view && this.#addHandle(this.view);
    this.#grounds = this.view && new Scenery(this.view);
    drawBones(this.source.root);
    this.view?.add(this.source.root, ...this.#all.map(({ lane }) => lane));
    this.#marks = this.view
      ? this.actors.flatMap((actor) => footSides.map((side) => new ContactMark(this.view!, actor, side)))
      : [];
    const frame = Number(new URLSearchParams(location.search).get('frame') ?? 0);
    const still = Number.isInteger(frame) && frame > 0;
    this.shell.run(this, this.view, { still });
    if (still) this.#seek(frame);
  }

  #addHandle(view: View): GoalHandle {
    const handle: GoalHandle = new GoalHandle(view, {
      position: ball,
      size: 0.08,
      label: 'Where the hand reaches',
      bounds: { min: [-0.6, 0.35, 0.15], max: [0.4, 1.8, 0.75] },
      onChange: (place) => this.shell.drag({ ball: place.toArray() }),
    });
    return handle;
  }

  get speed(): number {
    return this.shell.picks.speed;
  }

  get #all(): readonly (Actor | RobotActor)[] {
    return [...this.actors, this.robot];
  }

  get #frames(): number {
    return Math.round(this.source.clip.duration / this.shell.clock.dt);
  }

  get time(): number {
    return this.#frame * this.shell.clock.dt;
  }

  picked(before: Picks | null): void {
    const { picks } = this.shell;
    const isOther = (name: keyof Picks) => picks[name] !== before?.[name];
    const isNew = isOther('act') || isOther('ball');
    if (isNew || isOther('ground')) this.#rest();
    if (isNew) this.#loadClip();
    if (isNew || isOther('ground')) this.#loadBodies();
    if (isOther('act') || isOther('ground')) this.#look();
    if (isOther('act')) this.#begin();
    if (this.#handle) {
      this.#handle.setPosition(...picks.ball);
      this.#handle.visible = picks.act.name === 'reach';
    }
  }

  /** The source stands as it does at rest, which is how it is read. */
  #rest(): void {
    this.#mixer?.stopAllAction();
    this.#mixer?.uncacheRoot(this.source.root);
    this.source.character.reset();
  }

  /** Shows a file's recording, until another motion is picked; errors are reported. */
  async open(given: Promise<readonly Given[]>): Promise<void> {
    try {
      const [{ file } = { file: null }] = await given;
      if (!file) return;
      const { source, clip } = readBVH(await file.text());
      drawBones(source.root);
      this.#rest();
      this.#follow(source);
      this.#take(clip);
      this.#loadBodies();
      this.#look();
      this.#begin();
      this.shell.say(`The source is ${file.name}. Pick another motion to leave it.`);
      this.shell.show();
    } catch (error) {
      this.shell.say(`The file cannot be shown: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }

  #follow(source: Source): void {
    if (source === this.source) return;
    this.view?.remove(this.source.root.parent!.parent ? this.source.root.parent! : this.source.root);
    this.view?.add(source.root.parent ?? source.root);
    this.source = source;
    for (const each of this.#all) each.follow(source);
  }

  #take(clip: AnimationClip): void {
    this.source.load(clip);
    this.#scrub.max = String(this.#frames - 1);
  }

  #loadClip(): void {
    const { act, ball: at } = this.shell.picks;
    this.#follow(this.#person);
    this.#take(makeClip(act, at));
  }

  #loadBodies(): void {
    const { ground } = this.shell.picks;
    for (const each of this.#all) each.load(ground.at(each.scale));
    this.#mixer = new AnimationMixer(this.source.root);
    this.#mixer.clipAction(this.source.clip).play();
    this.#grounds?.show(
      ...this.#all.flatMap(({ scale, lane }) => {
        const outline = ground.outline(scale);
        return outline.length > 0 ? [groundMesh(outline, lane.position.x)] : [];
      }),
    );
  }

  /** Aims the camera at all that will happen. */
  #look(): void {
    const { act, ground } = this.shell.picks;
    const isOwn = this.source !== this.#person;
    const ahead = isOwn ? 2 : Math.max(0, ...act.swings.map(({ to }) => to.z));
    const box = new Box3(new Vector3(-2, 0, -0.25), new Vector3(1.15, 1.7, ahead + 0.25));
    if (isOwn) for (const each of this.source.places) box.expandByPoint(each.get('leftFoot')!);
    for (const { ground: under, scale } of this.actors)
      box.max.y = Math.max(box.max.y, under(0, scale * ahead).height + 1.7 * scale);
    this.view?.fit(box, [...(ground.name === 'level' ? fromAhead : fromAside)]);
  }

  #begin(): void {
    this.#frame = 0;
    this.shell.restart();
  }

  #seek(frame: number): void {
    this.shell.setPlaying(false);
    this.#frame = Math.min(frame, this.#frames - 1);
    this.shell.show();
  }

  step(): void {
    this.#frame = (this.#frame + 1) % this.#frames;
  }

  solveInPause(): void {
    // All frames are known.
  }

  reset(): void {
    this.shell.pick({ ball });
    this.#begin();
  }

  sample(): readonly number[] {
    const [ours, copied] = compared.map((way) => numbersOf(this.actors.at(-1)!.at(way, this.time)));
    return [ours![0], copied![0], ours![1], copied![1]];
  }

  draw(): void {
    const { way } = this.shell.picks;
    this.#mixer?.setTime(this.time);
    for (const each of this.#all) each.show(way, this.time);
    for (const mark of this.#marks) mark.show(way, this.time);
  }

  tell(): Record<string, string> {
    const last = this.actors.at(-1)!;
    const now = this.sample();
    const [ours, copied] = compared.map((way) => last.worst(way));
    [ours![0], copied![0], ours![1], copied![1]].forEach((worst, i) =>
      this.board.write(i, distance(now[i]!), distance(worst)),
    );
    this.#scrub.value = String(this.#frame);
    write(this.#scrubbed, `${this.time.toFixed(2)} s`);
    this.#scrub.setAttribute('aria-valuetext', `${this.time.toFixed(2)} seconds`);
    const missed = this.#all.flatMap(({ report, title }) => {
      const worst = [...report.missed].sort((a, b) => b.distance - a.distance)[0];
      if (!worst) return [];
      const part = worst.role.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`);
      return `${title}: ${part} by ${distance(worst.distance)} at most`;
    });
    return {
      clip: `${this.source.clip.duration.toFixed(1)} s, ${this.source.clip.tracks[0]!.times.length} frames`,
      took: `${this.#all.reduce((sum, { cost }) => sum + cost, 0).toFixed(0)} ms`,
      missed: missed.join('; ') || 'none',
    };
  }
}

export const start: StartPage = (_, run) => new MotionPage(run);
