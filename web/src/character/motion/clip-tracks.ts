/** A clip's tracks on the bones that they name: whatever characters a name has, and with places as the file means them. */
import { AnimationClip, type KeyframeTrack, type Object3D, PropertyBinding, Vector3 } from 'three';
import { LimberError, listed, show } from '../../describe/errors.ts';

/** `Hips.position`, `.bones[Hips].position`, `Armature/Hips.position`: a node and a property. */
const form = /^(?:\.bones\[(.*)\]|(?:.*\/)?(.*))\.(position|quaternion|scale)$/s;

/** three.js's own binding splits names at ":" and other characters, and then moves nothing, without an error. */
function objectsByName(root: Object3D): ReadonlyMap<string, Object3D> {
  const found = new Map([['', root]]);
  root.traverse((object) => {
    for (const name of [object.uuid, object.name, PropertyBinding.sanitizeNodeName(object.name)])
      if (!found.has(name)) found.set(name, object);
  });
  return found;
}

/**
 * The clip with tracks by uuid, of objects below `root`.
 *
 * @throws LimberError `badTrajectory` if it moves none of them.
 */
export function boundClip(clip: AnimationClip, root: Object3D): AnimationClip {
  const objects = objectsByName(root);
  const tracks = clip.tracks.flatMap((track): KeyframeTrack[] => {
    const [, bone, node, property] = form.exec(track.name) ?? [];
    const object = objects.get(bone ?? node ?? track.name);
    if (!object || !property) return [];
    const own = track.clone();
    own.name = `${object.uuid}.${property}`;
    return [own];
  });
  if (tracks.length > 0) return new AnimationClip(clip.name, clip.duration, tracks);
  const names = clip.tracks.map(({ name }) => name.replace(/\.\w+$/, ''));
  const bones = [...new Set(objects.values())].map(({ name }) => name).filter((name) => name !== '');
  throw new LimberError(
    'badTrajectory',
    `the clip ${show(clip.name)} moves no bone below ${show(root.name)}: it is for ${listed([...new Set(names)])}; ` +
      `the bones are ${listed(bones)}. Give the skeleton that it was loaded with`,
  );
}

/** An object below others that turn, and its places in its parent. */
interface Slide {
  readonly object: Object3D;
  readonly track: KeyframeTrack;
}

const keyOf = ({ values }: KeyframeTrack, i: number, out: Vector3): Vector3 => out.fromArray(values, 3 * i);

function slidesOf(clip: AnimationClip, root: Object3D): { readonly inner: Slide[]; readonly outer: Slide[] } {
  const objects = objectsByName(root);
  const of = (property: string) =>
    clip.tracks.flatMap((track) => {
      const [uuid, own] = track.name.split('.');
      // A cubic spline has three numbers for each of ours.
      const isPlain = property !== 'position' || track.values.length === 3 * track.times.length;
      return own === property && isPlain ? [{ object: objects.get(uuid!)!, track }] : [];
    });
  const turned = new Set(of('quaternion').map(({ object }) => object));
  const [inner, outer]: [Slide[], Slide[]] = [[], []];
  for (const slide of of('position')) {
    let at = slide.object === root ? null : slide.object.parent;
    while (at && at !== root && !turned.has(at)) at = at.parent;
    (at && turned.has(at) ? inner : outer).push(slide);
  }
  return { inner, outer };
}

const [place, far] = [new Vector3(), new Vector3()];

/**
 * In a BVH with six channels at every joint the place replaces the joint's OFFSET, to which three.js's loader adds it:
 * all bones are then twice as long as at rest. Takes the OFFSETs off again.
 */
function undouble({ inner, outer }: ReturnType<typeof slidesOf>): void {
  let [off, length] = [0, 0];
  for (const { object, track } of inner) {
    off += keyOf(track, 0, place).addScaledVector(object.position, -2).length();
    length += object.position.length();
  }
  if (inner.length < 3 || off > 0.1 * length) return;
  for (const { object, track } of [...inner, ...outer])
    for (let i = 0; i < track.values.length; i += 1) track.values[i]! -= object.position.getComponent(i % 3);
}

/** Share of a bone's length by which it must change to be told. */
const changing = 0.1;

/**
 * Gives bones at rest the lengths of the clip where it has its own, and returns those whose lengths change in time,
 * with the share. The clip is one of `boundClip`.
 */
export function takeLengths(clip: AnimationClip, root: Object3D): ReadonlyMap<Object3D, number> {
  const slides = slidesOf(clip, root);
  undouble(slides);
  const changes = new Map<Object3D, number>();
  const longest = Math.max(...slides.inner.map(({ track }) => keyOf(track, 0, place).length()));
  for (const { object, track } of slides.inner) {
    const length = keyOf(track, 0, place).length();
    let change = 0;
    for (let i = 1; 3 * i < track.values.length; i += 1)
      change = Math.max(change, keyOf(track, i, far).distanceTo(place));
    if (change > changing * Math.max(length, changing * longest)) changes.set(object, change / length);
    // Rounding to 32 bits is no other length.
    if (place.distanceTo(object.position) > 1e-4 * length) object.position.copy(place);
  }
  return changes;
}
