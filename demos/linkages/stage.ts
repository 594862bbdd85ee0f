import { View } from 'limber/three';
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  CatmullRomCurve3,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  TubeGeometry,
  Vector3,
} from 'three';
import { cssColour, onTheme } from '../views/looks.ts';
import { Trail } from '../views/trail.ts';
import { Grip } from './grip.ts';
import { Stones } from './ground.ts';
import { placeIn, placeOn } from './places.ts';
import { PointHandle } from './point-handle.ts';
import type { Mechanism } from './mechanism.ts';
import { misfitOf, MisfitScale } from './scale.ts';
import { LinkageShape } from './shape.ts';
import type { Ways } from './ways.ts';

/** Metres: a handle's cube, half the width of a traced way, and room around what is shown. */
const cube = 0.034;
const thickness = 0.0028;
const room = 0.05;
const fieldOfView = 34;

type Thread = Line<BufferGeometry, LineBasicMaterial>;
type Way = Mesh<TubeGeometry, MeshBasicMaterial>;

/** What the reader sees: a linkage, its traces, and handles; every link can be taken. */
export class LinkageStage {
  readonly view: View;
  handles: readonly PointHandle[] = [];
  readonly grip: Grip;
  /** A hand has taken a link, moved it, or let go: one frame at least is due. */
  onHand: (() => void) | null = null;
  private rig!: Mechanism;
  private shape: LinkageShape | null = null;
  private ways: readonly Way[] = [];
  private trails: readonly Trail[] = [];
  private stones: Stones | null = null;
  private readonly thread = makeThread();
  private readonly scale = new MisfitScale();
  private readonly place = new Vector3();
  /** The handle that is pulled. */
  private held: PointHandle | null = null;

  constructor(host: HTMLElement) {
    this.view = new View(host, { label: 'A linkage', fov: fieldOfView });
    this.grip = new Grip(this.view);
    this.view.add(this.thread);
    this.thread.visible = this.thread.frustumCulled = false;
    onTheme(() => this.paint());
  }

  /** Another linkage, with the whole ways of its traced points. */
  load(rig: Mechanism, ways: Ways): void {
    this.clear();
    this.rig = rig;
    const { linkage, model } = rig;
    this.shape = new LinkageShape(model, linkage);
    this.ways = ways.lines.map(wayTube);
    this.trails = linkage.traces.map(() => new Trail());
    for (const trail of this.trails) trail.renderOrder = 1;
    this.stones = linkage.feet ? new Stones(rig) : null;
    this.view.add(this.shape, ...this.ways, ...this.trails, ...(this.stones ? [this.stones] : []));
    this.handles = linkage.handles.map((_, i) => this.makeHandle(i));
    this.grip.delegate = this.gripDelegate();
    this.frame(ways.box);
    this.paint();
    this.update();
    for (const handle of this.handles) handle.home.copy(handle.position);
  }

  showTrails(on: boolean): void {
    for (const each of [...this.trails, ...this.ways]) each.visible = on;
    this.view.invalidate();
  }

  clearTrails(): void {
    for (const trail of this.trails) trail.forget();
  }

  /** Where the traced points are now belongs to their trails. */
  record(): void {
    const { linkage, model, problem } = this.rig;
    linkage.traces.forEach(({ link, position }, i) => {
      const { x, y, z } = placeIn(problem.state.poses, model.findLink(link!), position, this.place);
      this.trails[i]!.push(x, y, z);
    });
  }

  /** Brings what is drawn to where the linkage is. */
  update(): void {
    const { rig } = this;
    const { poses } = rig.problem.state;
    this.shape!.update(poses);
    this.stones?.update(poses);
    this.colourJoints();
    this.handles.forEach((handle, i) => {
      if (handle === this.held) return;
      const { link, position } = rig.linkage.handles[i]!;
      handle.setPosition(placeIn(poses, rig.model.findLink(link!), position, this.place));
    });
    this.showThread();
  }

  private colourJoints(): void {
    const { rig, shape } = this;
    rig.joints.forEach(({ name }, i) => {
      shape!.colour(name, this.scale.colourOf(misfitOf(...rig.fit(i))));
    });
    for (const { joint } of rig.linkage.marks) shape!.showMark(joint, rig.isTied(joint));
  }

  /** From the point that is held to where it is pulled. */
  private showThread(): void {
    const { pull, problem } = this.rig;
    this.thread.visible = pull !== null;
    if (!pull) return;
    const places = placesOf(this.thread);
    const { x, y, z } = placeIn(problem.state.poses, pull.link, pull.position, this.place);
    const [tx, ty, tz] = pull.goal.target as unknown as [number, number, number];
    places.setXYZ(0, x, y, z);
    places.setXYZ(1, tx, ty, tz);
    places.needsUpdate = true;
  }

  private makeHandle(index: number): PointHandle {
    const { linkage, model } = this.rig;
    const { link, position, label } = linkage.handles[index]!;
    const handle: PointHandle = new PointHandle(this.view, {
      label,
      size: cube,
      planar: linkage.planar,
      onStart: () => {
        this.held = handle;
        this.rig.take(model.findLink(link!), position, handle.position.toArray());
        this.onHand?.();
      },
      onChange: () => this.moveHandle(handle, model.findLink(link!), index),
      onEnd: () => this.release(),
    });
    return handle;
  }

  private moveHandle(handle: PointHandle, link: number, index: number): void {
    const { rig } = this;
    // Escape and Home move it without taking hold of it.
    const once = this.held !== handle;
    if (once) rig.take(link, rig.linkage.handles[index]!.position, handle.position.toArray());
    rig.pullTo(handle.position);
    if (once) this.release();
    this.onHand?.();
  }

  private release(): void {
    this.held = null;
    this.rig.letGo();
    this.onHand?.();
  }

  private gripDelegate() {
    const { shape, rig } = this;
    return {
      planar: rig.linkage.planar,
      solids: shape!.solids,
      linkOf: shape!.linkOf.bind(shape),
      take: (link: number, place: Vector3) => {
        shape!.light(link);
        const position = placeOn(rig.problem.state.poses, link, place);
        rig.take(link, position, place.toArray());
        this.onHand?.();
      },
      move: (place: Vector3) => {
        rig.pullTo(place);
        this.onHand?.();
      },
      letGo: () => {
        shape!.light(null);
        this.release();
      },
      hover: (link: number | null) => {
        if (shape!.light(link)) this.view.invalidate();
      },
    };
  }

  /** Aims the camera at the linkage and all of its ways. */
  private frame(ways: Box3): void {
    const { shape, rig, view } = this;
    shape!.update(rig.problem.state.poses);
    const box = new Box3().setFromObject(shape!);
    box.union(ways);
    for (const way of this.ways) box.expandByObject(way);
    box.expandByScalar(room);
    box.min.y = Math.max(0, box.min.y);
    view.fit(box, rig.linkage.side);
  }

  private paint(): void {
    const { host } = this.view;
    this.scale.read(host);
    for (const way of this.ways) {
      way.material.color.set(cssColour(host, '--path'));
    }
    for (const trail of this.trails) trail.material.color.set(cssColour(host, '--effector-0'));
    this.thread.material.color.set(cssColour(host, '--path'));
    if (this.shape) this.colourJoints();
    this.view.invalidate();
  }

  private clear(): void {
    this.grip.end();
    this.held = null;
    for (const handle of this.handles) handle.dispose();
    const { shape, stones, trails, ways } = this;
    if (shape) this.view.remove(shape, ...ways, ...trails, ...(stones ? [stones] : []));
    shape?.dispose();
    stones?.dispose();
    for (const trail of trails) trail.dispose();
    for (const { geometry, material } of ways) {
      geometry.dispose();
      material.dispose();
    }
  }
}

const placesOf = ({ geometry }: Thread): BufferAttribute => geometry.attributes.position as BufferAttribute;

function makeThread(): Thread {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
  return new Line(geometry, new LineBasicMaterial({ fog: false }));
}

/** A thin tube along points (metres, x y z); links are seen in front of it, and trails through it. */
function wayTube(points: Float32Array): Way {
  const places = Array.from({ length: points.length / 3 }, (_, i) => new Vector3().fromArray(points, 3 * i));
  const geometry = new TubeGeometry(new CatmullRomCurve3(places), 2 * places.length, thickness, 6);
  const material = new MeshBasicMaterial({ transparent: true, opacity: 0.45, depthWrite: false, fog: false });
  return new Mesh(geometry, material);
}
