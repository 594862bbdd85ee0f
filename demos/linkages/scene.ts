/** A linkage on the bench: its drawing, its traces, and handles; every link can be grasped. */
import type { Mobility } from 'limber';
import type { Bench } from 'limber/bench';
import { dragPoint, GoalHandle } from 'limber/three';
import * as three from 'three';
import { Vector3, type Mesh } from 'three';
import type { Scenery } from '../shell/exhibition.ts';
import { Grasp } from '../views/grasp.ts';
import { onTheme, painted } from '../views/looks.ts';
import { Scenery as Things } from '../views/scenery.ts';
import { Trail } from '../views/trail.ts';
import { Stones } from './ground.ts';
import { misfitOf, MisfitScale } from './fits.ts';
import { Mechanism, waysOf } from './mechanism.ts';
import type { Linkage, LinkPoint } from './scenes/index.ts';
import { LinkageShape } from './shape.ts';

/** Metres: edge of a handle's cube, radius of a path's tube, and margin around the scene. */
const [cube, thickness, room] = [0.034, 0.0028, 0.05];

/** Normal of the planes in which planar linkages move. */
const normal = new Vector3(0, 0, 1);
const known = new Map<Linkage, ReturnType<typeof waysOf>>();

export class LinkageScene implements Scenery {
  readonly rig: Mechanism;
  readonly mobility: Mobility;
  readonly handles: readonly GoalHandle[];
  readonly grip: Grasp<number>;
  readonly scale = new MisfitScale();
  readonly #shape: LinkageShape;
  readonly #ways: readonly Mesh[];
  readonly #trails: readonly Trail[];
  readonly #stones: Stones | null;
  readonly #things: Things;
  readonly #thread = painted(makeThread(), '--path');
  /** Position of the pointer's hold on a link. */
  readonly #grasped = new Vector3();
  /** The handle that is pulled. */
  #held: GoalHandle | null = null;
  readonly #forgetTheme = onTheme(() => this.scale.read());

  /** `onHand`: the reader has grasped, moved or released a link. */
  constructor(
    private readonly bench: Bench,
    linkage: Linkage,
    private readonly onHand: () => void,
  ) {
    const { problem, view } = bench;
    this.rig = new Mechanism(linkage, problem);
    // The measurement leaves the links at their joint values, which an address rounds.
    this.mobility = problem.mobility();
    this.rig.solve();
    const ways = known.get(linkage) ?? waysOf(linkage);
    known.set(linkage, ways);
    this.#shape = new LinkageShape(problem.model, linkage);
    this.#ways = ways.lines.map(wayTube);
    this.#trails = linkage.traces.map(() => painted(new Trail(), '--effector-0'));
    for (const trail of this.#trails) trail.renderOrder = 1;
    this.#stones = linkage.feet ? new Stones(this.rig) : null;
    const drawn = [this.#thread, this.#shape, ...this.#ways, ...this.#trails];
    this.#things = new Things(view);
    this.#things.show(...drawn, ...(this.#stones ? [this.#stones] : []));
    this.handles = linkage.handles.map((point) => this.#makeHandle(point));
    this.grip = this.#makeGrip();
    this.update();
  }

  showTrails(on: boolean): void {
    for (const each of [...this.#trails, ...this.#ways]) each.visible = on;
  }

  /** Advances the linkage by one frame, drawn or not; `dt` 0: in a pause. */
  step(dt: number): void {
    const { rig } = this;
    const isAssembling = rig.assembling > 0;
    if (dt > 0 || !isAssembling) rig.step(dt, dt > 0 && this.bench.arm.playing);
    if (isAssembling) return;
    rig.linkage.traces.forEach((each, i) => this.#trails[i]!.push(...rig.place(each).toArray()));
  }

  explode(): void {
    this.rig.explode();
    for (const trail of this.#trails) trail.forget();
  }

  /** Updates the drawing to the linkage's state. */
  update(): void {
    const { rig } = this;
    this.#shape.update(rig.problem.state.poses);
    this.#stones?.update();
    const fits = new Map(rig.joints.map(({ name, metres, radians }) => [name, misfitOf(metres, radians)]));
    this.#shape.mark((joint) => {
      const misfit = fits.get(joint) ?? NaN;
      return Number.isNaN(misfit) ? undefined : this.scale.colourOf(misfit);
    });
    this.handles.forEach((handle, i) => {
      if (handle !== this.#held) handle.setPosition(...rig.place(rig.linkage.handles[i]!).toArray());
    });
    this.#showThread();
  }

  /** Aims the camera at the linkage and all its paths. */
  look(): void {
    const { linkage } = this.rig;
    const box = new three.Box3().setFromObject(this.#shape).union(known.get(linkage)!.box);
    for (const way of this.#ways) box.expandByObject(way);
    box.expandByScalar(room);
    box.min.y = Math.max(0, box.min.y);
    this.bench.view.fit(box, linkage.side);
  }

  dispose(): void {
    this.#forgetTheme();
    this.grip.dispose();
    for (const handle of this.handles) handle.dispose();
    this.#things.show();
  }

  /** Draws a thread from the held point to its target. */
  #showThread(): void {
    const { pull } = this.rig;
    this.#thread.visible = pull !== null;
    if (!pull) return;
    const end = new Vector3().fromArray(pull.goal.target);
    this.#thread.geometry.setFromPoints([this.rig.place(pull.point), end]);
  }

  #makeGrip(): Grasp<number> {
    const [grasped, { rig }, { view }] = [this.#grasped, this, this.bench];
    const plane = rig.linkage.planar ? normal : null;
    return new Grasp<number>(view, {
      find: (sight) => this.#shape.find(sight, grasped),
      take: (link) => {
        view.canvas.style.cursor = 'grabbing';
        this.#light(link);
        rig.take(rig.pointAt(link, grasped), grasped);
        this.onHand();
      },
      move: ({ ray }) => {
        if (!dragPoint(ray, view.camera, grasped, plane, grasped)) return;
        rig.pullTo(grasped);
        this.onHand();
      },
      letGo: () => {
        view.canvas.style.cursor = 'grab';
        this.#light(null);
        this.#release();
      },
      hover: (link) => this.#light(link),
    });
  }

  /** A cube on a link; once released, it follows its link. */
  #makeHandle(point: LinkPoint & { readonly label: string }): GoalHandle {
    const { rig } = this;
    const handle: GoalHandle = new GoalHandle(this.bench.view, {
      ...{ label: point.label, position: rig.place(point).toArray(), size: cube, step: cube / 2 },
      ...(rig.linkage.planar && { normal: normal.toArray() }),
      onStart: () => {
        this.#held = handle;
        rig.take(point, handle.position);
        this.onHand();
      },
      onChange: (place) => {
        // Escape and Home move it without grasping it.
        const isOnce = this.#held !== handle;
        if (isOnce) rig.take(point, place);
        rig.pullTo(place);
        if (isOnce) this.#release();
        else this.onHand();
      },
      onEnd: () => this.#release(),
    });
    return handle;
  }

  #release(): void {
    this.#held = null;
    this.rig.letGo();
    this.onHand();
  }

  #light(link: number | null): void {
    if (this.#shape.light(link)) this.bench.view.invalidate();
  }
}

function makeThread(): three.Line<three.BufferGeometry, three.LineBasicMaterial> {
  const geometry = new three.BufferGeometry().setFromPoints([new Vector3(), new Vector3()]);
  const thread = new three.Line(geometry, new three.LineBasicMaterial({ fog: false }));
  thread.frustumCulled = false;
  return thread;
}

/** A thin tube along points; links hide it, and trails show through it. */
function wayTube(places: readonly Vector3[]): Mesh {
  const curve = new three.CatmullRomCurve3([...places]);
  const geometry = new three.TubeGeometry(curve, 2 * places.length, thickness, 6);
  const look = { transparent: true, opacity: 0.45, depthWrite: false, fog: false };
  return painted(new three.Mesh(geometry, new three.MeshBasicMaterial(look)), '--path');
}
