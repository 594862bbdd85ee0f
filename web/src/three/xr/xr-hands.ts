import { InstancedMesh, Matrix4, Object3D, Ray, SphereGeometry, Vector3 } from 'three';
import { controls, type DragControl } from '../drag-control.ts';
import { HandleMesh } from '../handle-mesh.ts';
import { ball, cone } from '../parts.ts';
import { releaseGpu } from '../scene-tree.ts';
import type { View } from '../view.ts';

/** Metres of the room: radius of a hand's marker, radius and length of its ray, from a handle that a hand can hold. */
const [markerRadius, rayRadius, rayLength, within] = [0.012, 0.0025, 0.5, 0.04] as const;
/** Metres beside a ray per metre of it, within which it means a handle. */
const slack = 0.03;
/** Joints of a bare hand. */
const joints = 25;

type Press = 'select' | 'squeeze';
const presses: readonly Press[] = ['select', 'squeeze'];

/** The hands of a session: drawn, and leading the handles of a view. */
export class XRHands {
  readonly #hands = new Map<XRInputSource, XRHandInView>();
  #space: XRReferenceSpace | null = null;

  /** `scale`: metres of the room per metre of the world. */
  constructor(
    private readonly view: View,
    private readonly session: XRSession,
    private readonly scale: number,
  ) {
    for (const press of presses) {
      session.addEventListener(`${press}start`, this.#onPress);
      session.addEventListener(`${press}end`, this.#onPress);
    }
  }

  readonly #onPress = ({ type, inputSource, frame }: XRInputSourceEvent): void => {
    const press = presses.find((each) => type.startsWith(each))!;
    if (type.endsWith('end')) return this.#hands.get(inputSource)?.letGo(press);
    if (!this.#space) return;
    // A finger on a screen comes with its press.
    const hand = this.#handOf(inputSource);
    hand.see(frame, this.#space);
    hand.take(press, (control) => ![...this.#hands.values()].some(({ held }) => held === control));
  };

  #handOf(source: XRInputSource): XRHandInView {
    const hand = this.#hands.get(source) ?? new XRHandInView(this.view, source, this.scale);
    this.#hands.set(source, hand);
    return hand;
  }

  update(frame: XRFrame, space: XRReferenceSpace): void {
    this.#space = space;
    const sources = [...this.session.inputSources];
    for (const [source, hand] of this.#hands) {
      if (sources.includes(source)) continue;
      hand.dispose();
      this.#hands.delete(source);
    }
    for (const source of sources) this.#handOf(source).update(frame, space);
  }

  dispose(): void {
    for (const hand of this.#hands.values()) hand.dispose();
    this.#hands.clear();
    for (const press of presses) {
      this.session.removeEventListener(`${press}start`, this.#onPress);
      this.session.removeEventListener(`${press}end`, this.#onPress);
    }
  }
}

/** A controller or a bare hand. */
class XRHandInView {
  /** The control of the handle that it leads. */
  held: DragControl | null = null;
  #press: Press | null = null;
  /** Whether it holds the handle itself, and not by its ray. */
  #isAt = false;
  /** The handle's anchor in the frame of what leads it. */
  readonly #offset = new Vector3();
  /** Frames of ray and grip (world); null: not seen. */
  #ray: Matrix4 | null = null;
  #grip: Matrix4 | null = null;
  readonly #pointer = new HandleMesh('ray', cone(rayRadius, rayLength).rotateX(-Math.PI / 2));
  readonly #marker = new HandleMesh('hand', ball(markerRadius));
  /** Round the handle that is meant. */
  readonly #halo = new HandleMesh('halo', ball(1));
  readonly #joints: InstancedMesh | null = null;

  constructor(
    private readonly view: View,
    private readonly source: XRInputSource,
    private readonly scale: number,
  ) {
    Object.assign(this.#halo.material, { transparent: true, opacity: 0.3, depthWrite: false });
    if (source.hand)
      this.#joints = new InstancedMesh(new SphereGeometry(1, 10, 8), this.#marker.material, joints);
    for (const each of this.#objects) each.frustumCulled = false;
    for (const each of [this.#pointer, this.#marker]) each.matrixAutoUpdate = false;
    view.add(...this.#objects);
  }

  get #objects(): Object3D[] {
    return [this.#pointer, this.#marker, this.#halo, ...(this.#joints ? [this.#joints] : [])];
  }

  /** The handle nearest to the hand, or to its ray; `isFree`: which it may be. */
  #meant(isFree: (control: DragControl) => boolean): { control: DragControl; isAt: boolean } | null {
    let [meant, least] = [null as { control: DragControl; isAt: boolean } | null, 1];
    for (const control of controls.get(this.view) ?? []) {
      if (!isShown(control) || !isFree(control)) continue;
      const { anchor, size } = control.delegate;
      const apart = this.#grip ? place.setFromMatrixPosition(this.#grip).distanceTo(anchor) : Infinity;
      // What is in the hand comes before what it points at.
      const at = apart / (size / 2 + within / this.scale) - 1;
      const aside = this.#ray ? rayOf(this.#ray).distanceToPoint(anchor) : Infinity;
      const ahead = this.#ray ? sight.direction.dot(place.subVectors(anchor, sight.origin)) : 0;
      const far = ahead > 0 ? aside / (size / 2 + slack * ahead) : Infinity;
      const isAt = at < 0;
      const distance = isAt ? at : far;
      if (distance < least) [meant, least] = [{ control, isAt }, distance];
    }
    return meant;
  }

  /** Takes the handle that is meant; a squeeze takes only what is at the hand. */
  take(press: Press, isFree: (control: DragControl) => boolean): void {
    const meant = this.held ? null : this.#meant(isFree);
    if (!meant || (press === 'squeeze' && !meant.isAt)) return;
    this.#press = press;
    this.#isAt = meant.isAt;
    this.held = meant.control;
    const { delegate } = this.held;
    this.#offset.copy(delegate.anchor).applyMatrix4(inverse.copy(this.#lead!).invert());
    delegate.remember();
    delegate.start();
  }

  letGo(press = this.#press): void {
    if (!this.held || press !== this.#press) return;
    this.held.delegate.end();
    this.held = null;
  }

  get #lead(): Matrix4 | null {
    return this.#isAt ? this.#grip : this.#ray;
  }

  /** Reads where it is. */
  see(frame: XRFrame, space: XRReferenceSpace): void {
    const { source, scale } = this;
    this.#ray = matrixOf(frame.getPose(source.targetRaySpace, space), scale, this.#ray);
    this.#grip = matrixOf(source.gripSpace && frame.getPose(source.gripSpace, space), scale, this.#grip);
  }

  update(frame: XRFrame, space: XRReferenceSpace): void {
    this.see(frame, space);
    if (this.held && !isShown(this.held)) this.letGo();
    if (this.held && this.#lead) this.#carry(this.held, this.#lead);
    this.#show();
    if (this.#joints) this.#showJoints(frame, space, this.#joints);
  }

  /** The handle keeps its place in the hand, or on the ray as on a stick. */
  #carry({ delegate }: DragControl, lead: Matrix4): void {
    place.copy(this.#offset).applyMatrix4(lead);
    if (this.#isAt) sight.origin.copy(this.view.camera.position);
    else sight.origin.setFromMatrixPosition(lead);
    sight.direction.subVectors(place, sight.origin).normalize();
    delegate.lead(sight, place);
  }

  #show(): void {
    const { scale } = this;
    const meant = this.held ?? this.#meant(() => true)?.control;
    this.#halo.visible = meant !== undefined;
    if (meant) this.#halo.position.copy(meant.delegate.anchor);
    if (meant) this.#halo.scale.setScalar(0.75 * meant.delegate.size);
    // A finger on a screen and a gaze are no hands.
    const isHand = this.source.targetRayMode === 'tracked-pointer';
    put(this.#pointer, isHand ? this.#ray : null, scale);
    put(this.#marker, isHand && !this.#joints ? this.#grip : null, scale);
  }

  #showJoints(frame: XRFrame, space: XRReferenceSpace, mesh: InstancedMesh): void {
    let at = 0;
    for (const joint of this.source.hand!.values()) {
      const pose = frame.getJointPose?.(joint, space);
      const matrix = matrixOf(pose, this.scale, jointMatrix);
      if (matrix) mesh.setMatrixAt(at++, matrix.scale(place.setScalar((pose!.radius ?? 0.008) / this.scale)));
    }
    mesh.count = at;
    mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.letGo();
    this.view.remove(...this.#objects);
    this.#objects.forEach(releaseGpu);
  }
}

const isShown = (control: DragControl): boolean =>
  control.element.isConnected && control.element.style.display !== 'none';

/** A pose in the world's metres; written to `out`, if there is one. */
function matrixOf(pose: XRPose | null | undefined, scale: number, out: Matrix4 | null): Matrix4 | null {
  if (!pose) return null;
  const { matrix, position } = pose.transform;
  const moved = (out ?? new Matrix4()).fromArray(matrix);
  return moved.setPosition(position.x / scale, position.y / scale, position.z / scale);
}

function put(mesh: HandleMesh, frame: Matrix4 | null, scale: number): void {
  mesh.visible = frame !== null;
  if (frame) mesh.matrix.copy(frame).scale(place.setScalar(1 / scale));
}

function rayOf(frame: Matrix4): Ray {
  sight.origin.setFromMatrixPosition(frame);
  sight.direction.setFromMatrixColumn(frame, 2).negate();
  return sight;
}

const sight = /* @__PURE__ */ new Ray();
const place = /* @__PURE__ */ new Vector3();
const inverse = /* @__PURE__ */ new Matrix4();
const jointMatrix = /* @__PURE__ */ new Matrix4();
