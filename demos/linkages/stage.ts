import { dragPoint, GoalHandle, View } from 'limber/three';
import * as three from 'three';
import { Vector3, type Mesh } from 'three';
import { Grasp } from '../views/grasp.ts';
import { painted } from '../views/looks.ts';
import { Scenery } from '../views/scenery.ts';
import { Trail } from '../views/trail.ts';
import { Stones } from './ground.ts';
import { misfitOf, type MisfitScale } from './fits.ts';
import { type Mechanism, waysOf } from './mechanism.ts';
import type { Linkage, LinkPoint } from './scenes/index.ts';
import { LinkageShape } from './shape.ts';

/** Metres: edge of a handle's cube, radius of a path's tube, and margin around the scene. */
const [cube, thickness, room] = [0.034, 0.0028, 0.05];

/** Normal of the planes in which planar linkages move. */
const normal = new Vector3(0, 0, 1);

/** The scene: a linkage, its traces, and handles; every link can be grasped. */
export class LinkageStage {
  readonly view: View;
  handles: readonly GoalHandle[] = [];
  readonly grip: Grasp<number>;
  #rig!: Mechanism;
  #shape!: LinkageShape;
  #ways: readonly Mesh[] = [];
  #trails: readonly Trail[] = [];
  readonly #known = new Map<Linkage, ReturnType<typeof waysOf>>();
  #stones: Stones | null = null;
  readonly #scenery: Scenery;
  readonly #thread = painted(makeThread(), '--path');
  readonly #place = new Vector3();
  /** Position of the pointer's hold on a link. */
  readonly #grasped = new Vector3();
  /** The handle that is pulled. */
  #held: GoalHandle | null = null;

  /** `onHand`: the reader has grasped, moved or released a link; at least one frame is needed. */
  constructor(
    host: HTMLElement,
    private readonly scale: MisfitScale,
    private readonly onHand: () => void,
  ) {
    this.view = new View(host, { label: 'A linkage', fov: 34 });
    this.view.add(this.#thread);
    this.#scenery = new Scenery(this.view);
    this.grip = new Grasp<number>(this.view, {
      find: (sight) => this.#shape.find(sight, this.#grasped),
      take: (link) => {
        this.view.canvas.style.cursor = 'grabbing';
        this.#light(link);
        this.#hand((rig) => rig.take(rig.pointAt(link, this.#grasped), this.#grasped));
      },
      move: ({ ray }) => {
        const [grasped, plane] = [this.#grasped, this.#rig.linkage.planar ? normal : null];
        if (dragPoint(ray, this.view.camera, grasped, plane, grasped))
          this.#hand((rig) => rig.pullTo(grasped));
      },
      letGo: () => {
        this.view.canvas.style.cursor = 'grab';
        this.#light(null);
        this.#release();
      },
      hover: (link) => this.#light(link),
    });
  }

  /** Shows another linkage, with the complete paths of its traced points. */
  load(rig: Mechanism): void {
    this.grip.end();
    this.#held = null;
    for (const handle of this.handles) handle.dispose();
    this.#rig = rig;
    const { linkage, model } = rig;
    const ways = this.#known.get(linkage) ?? waysOf(linkage);
    this.#known.set(linkage, ways);
    this.#shape = new LinkageShape(model, linkage);
    this.#ways = ways.lines.map(wayTube);
    this.#trails = linkage.traces.map(() => painted(new Trail(), '--effector-0'));
    for (const trail of this.#trails) trail.renderOrder = 1;
    this.#stones = linkage.feet ? new Stones(rig) : null;
    this.#scenery.show(this.#shape, ...this.#ways, ...this.#trails, ...(this.#stones ? [this.#stones] : []));
    this.handles = linkage.handles.map((point) => this.#makeHandle(point));
    this.update();
    this.#frame(ways.box);
  }

  showTrails(on: boolean): void {
    for (const each of [...this.#trails, ...this.#ways]) each.visible = on;
    this.view.invalidate();
  }

  clearTrails(): void {
    for (const trail of this.#trails) trail.forget();
  }

  /** Appends the present traced points to their trails. */
  record(): void {
    const { linkage } = this.#rig;
    linkage.traces.forEach((each, i) =>
      this.#trails[i]!.push(...this.#rig.place(each, this.#place).toArray()),
    );
  }

  /** Updates the drawing to the linkage's state. */
  update(): void {
    const rig = this.#rig;
    this.#shape.update(rig.problem.state.poses);
    this.#stones?.update();
    const fits = new Map(rig.joints.map(({ name, metres, radians }) => [name, misfitOf(metres, radians)]));
    this.#shape.mark((joint) => {
      const misfit = fits.get(joint) ?? NaN;
      return Number.isNaN(misfit) ? undefined : this.scale.colourOf(misfit);
    });
    this.handles.forEach((handle, i) => {
      const place = rig.place(rig.linkage.handles[i]!, this.#place);
      if (handle !== this.#held) handle.setPosition(place.x, place.y, place.z);
    });
    this.#showThread();
  }

  /** Draws a thread from the held point to its target. */
  #showThread(): void {
    const { pull } = this.#rig;
    this.#thread.visible = pull !== null;
    if (!pull) return;
    const end = new Vector3().fromArray(pull.goal.target);
    this.#thread.geometry.setFromPoints([this.#rig.place(pull.point, this.#place), end]);
  }

  /** A cube on a link; once released, it follows its link. */
  #makeHandle(point: LinkPoint & { readonly label: string }): GoalHandle {
    const { linkage } = this.#rig;
    const handle: GoalHandle = new GoalHandle(this.view, {
      ...{ label: point.label, position: this.#rig.place(point).toArray(), size: cube, step: cube / 2 },
      ...(linkage.planar && { normal: normal.toArray() }),
      onStart: () => {
        this.#held = handle;
        this.#hand((rig) => rig.take(point, handle.position));
      },
      onChange: (place) => {
        // Escape and Home move it without grasping it.
        const isOnce = this.#held !== handle;
        if (isOnce) this.#rig.take(point, place);
        this.#hand((rig) => rig.pullTo(place));
        if (isOnce) this.#release();
      },
      onEnd: () => this.#release(),
    });
    return handle;
  }

  /** What the reader's hand does to the linkage. */
  #hand(act: (rig: Mechanism) => void): void {
    act(this.#rig);
    this.onHand();
  }

  #release(): void {
    this.#held = null;
    this.#hand((rig) => rig.letGo());
  }

  #light(link: number | null): void {
    if (this.#shape.light(link)) this.view.invalidate();
  }

  /** Aims the camera at the linkage and all its paths. */
  #frame(ways: three.Box3): void {
    const box = new three.Box3().setFromObject(this.#shape).union(ways);
    for (const way of this.#ways) box.expandByObject(way);
    box.expandByScalar(room);
    box.min.y = Math.max(0, box.min.y);
    this.view.fit(box, this.#rig.linkage.side);
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
