/** A hand before a camera: hands of known poses, projected, are found where they were. */
import { LandmarksInput, type LandmarkLike, type LandmarksOptions, type Sample } from 'limber/teleop';
import { Euler, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { noSample } from '../../../web/src/teleop/input.ts';

type Side = 'left' | 'right';

/** Metres: 21 points of a hand in the axes of a right wrist, fingers ahead (−Z), its back up. `curl`: 0 to 1, a fist. */
function handOf(side: Side, curl = 0, pinch = 0.1): Vector3[] {
  const points = [new Vector3()];
  for (const finger of [-2, -1, 0, 1, 2]) {
    // Symmetric about Z, so that the knuckles' middle is ahead of the wrist.
    const knuckle = new Vector3(0.02 * finger - 0.01, 0, -0.09);
    const along = new Vector3(0, -Math.sin(Math.PI * curl), -Math.cos(Math.PI * curl));
    for (let bone = 0; bone < 4; ++bone) points.push(knuckle.clone().addScaledVector(along, 0.025 * bone));
  }
  points[4]!.copy(points[8]!).add(new Vector3(-pinch, 0, 0));
  if (side === 'left') for (const point of points) point.x *= -1;
  return points;
}

/** A camera before the reader, who sees (X, Y, Z) as (−x, −y, z) of it. */
interface Camera {
  readonly fieldOfView: number;
  readonly aspect: number;
  readonly mirrored: boolean;
}
const usual: Camera = { fieldOfView: 1.1, aspect: 4 / 3, mirrored: false };

/** What MediaPipe gives for a hand at a pose in the reader's axes. */
function seen(hand: readonly Vector3[], place: Vector3, turn: Quaternion, camera: Camera = usual) {
  const points = hand.map((point) => point.clone().applyQuaternion(turn).add(place));
  for (const point of points) point.set(camera.mirrored ? point.x : -point.x, -point.y, point.z);
  const middle = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
  const half = Math.tan(camera.fieldOfView / 2);
  const [wide, high] = camera.aspect > 1 ? [half, half / camera.aspect] : [half * camera.aspect, half];
  return {
    image: points.map(({ x, y, z }) => ({ x: 0.5 + x / z / wide / 2, y: 0.5 + y / z / high / 2, z: 0 })),
    world: points.map((point) => point.clone().sub(middle)),
  };
}

function read(input: LandmarksInput): Sample {
  const sample = noSample();
  input.read(0, sample);
  return sample;
}

function found(
  { image, world }: { image: readonly LandmarkLike[]; world: readonly LandmarkLike[] },
  options?: LandmarksOptions,
) {
  const input = new LandmarksInput(options);
  input.update(image, world, 1000);
  const { pose, ...rest } = read(input);
  return { place: new Vector3().fromArray(pose), turn: new Quaternion().fromArray(pose, 3), ...rest };
}

const poses = Array.from({ length: 12 }, (_, i) => ({
  place: new Vector3(0.1 * Math.sin(i), 0.08 * Math.cos(2 * i), 0.35 + 0.05 * i),
  turn: new Quaternion().setFromEuler(new Euler(i, 1.7 * i, 2.3 * i)),
}));

describe('LandmarksInput', () => {
  for (const hand of ['left', 'right'] as const)
    for (const mirrored of [false, true])
      it(`finds a ${hand} hand where it is, ${mirrored ? 'mirrored' : 'as it is'}, to 1e-9`, () => {
        for (const camera of [usual, { fieldOfView: 0.9, aspect: 9 / 16 }])
          for (const { place, turn } of poses) {
            const sample = found(seen(handOf(hand, 0.2), place, turn, { ...camera, mirrored }), {
              ...camera,
              hand,
              mirrored,
            });
            expect(sample).toMatchObject({ lost: '', time: 1, held: false });
            expect(sample.place.distanceTo(place)).toBeLessThan(1e-9);
            expect(Math.abs(sample.turn.dot(turn))).toBeCloseTo(1, 12);
          }
      });

  it('turns and moves alike if the hand is the other one, or shakes in the picture', () => {
    const [a, b] = [poses[0]!, poses[1]!];
    const turns = [a, b].map(
      ({ place, turn }) => found(seen(handOf('left'), place, turn), { hand: 'right' }).turn,
    );
    expect(turns[0]!.angleTo(turns[1]!)).toBeCloseTo(a.turn.angleTo(b.turn), 9);
    // A thousandth of the picture, half a pixel: 1 mm sideways, 2 % in depth at the most.
    const noisy = seen(handOf('right'), a.place, a.turn);
    const image = noisy.image.map(({ x, y, z }, i) => ({
      x: x + 1e-3 * Math.sin(7 * i),
      y: y + 1e-3 * Math.cos(11 * i),
      z,
    }));
    const { place } = found({ ...noisy, image });
    expect(Math.hypot(place.x - a.place.x, place.y - a.place.y)).toBeLessThan(1e-3);
    expect(Math.abs(place.z - a.place.z)).toBeLessThan(0.02 * a.place.z);
  });

  it('mistakes the depth alone by a wrong field of view', () => {
    const at = (z: number) =>
      found(seen(handOf('right'), new Vector3(0.05, 0, z), new Quaternion()), { fieldOfView: 0.8 }).place;
    const ratio = Math.tan(0.55) / Math.tan(0.4);
    expect(at(0.8).z - at(0.4).z).toBeCloseTo(0.4 * ratio, 2);
    expect(at(0.4).x).toBeCloseTo(0.05, 2);
  });

  it('closes the clutch by a fist, and the grip by thumb and index', () => {
    const { place, turn } = poses[0]!;
    const given = (curl: number, pinch: number) =>
      found(seen(handOf('right', curl, pinch), place, turn), { hand: 'right' });
    expect(given(0, 0.1)).toMatchObject({ held: false, grip: 0 });
    expect(given(0.9, 0.01)).toMatchObject({ held: true, grip: 1 });
  });

  it('is lost where there is no hand, and opens the clutch', () => {
    const { image, world } = seen(handOf('right', 0.9), poses[0]!.place, poses[0]!.turn);
    const input = new LandmarksInput();
    const given = (a: readonly LandmarkLike[] | undefined, b: readonly LandmarkLike[] | undefined) => {
      input.update(image, world, 1000);
      expect(read(input)).toMatchObject({ held: true, lost: '' });
      input.update(a, b, 1033);
      const { held, lost, pose } = read(input);
      expect([held, pose.every(Number.isFinite)]).toEqual([false, true]);
      return lost;
    };
    const one = { x: 0.5, y: 0.5, z: 0.5 };
    const same = image.map(() => one);
    const broken = (list: readonly LandmarkLike[]) => Object.assign([...list], { 7: { ...one, y: NaN } });
    const opposite = world.map(({ x, y, z }) => ({ x: -x, y: -y, z }));
    expect([given(undefined, undefined), given(image, undefined)]).toEqual(
      Array<string>(2).fill('no hand is seen'),
    );
    expect(given(image.slice(1), world)).toBe('the hand has 20 landmarks, not 21');
    expect([given(broken(image), world), given(image, broken(world))]).toEqual(
      Array<string>(2).fill('its landmarks are not finite'),
    );
    expect(given(image, Object.assign([...world], { 3: null }))).toBe('its landmarks are not finite');
    expect(given(same, world)).toBe('its landmarks are in one place');
    expect(given(image, same)).toBe('its knuckles and wrist are in one line');
    expect(given(image, opposite)).toMatch(/not those of one hand/);
    expect(read(new LandmarksInput()).lost).toBe('no hand is seen');
  });

  it('refuses other options by name', () => {
    const made = (options: object) => () => new LandmarksInput(options);
    expect(made({ hand: 'both' })).toThrow(/options.hand must be left or right/);
    expect(made({ mirrored: 1 })).toThrow(/options.mirrored must be true or false/);
    expect(made({ fieldOfView: 63 })).toThrow(
      /options.fieldOfView is 63; give a number above 0 and below 3.14/,
    );
    expect(made({ aspect: 0 })).toThrow(/options.aspect is 0/);
    expect(made({ fov: 1 })).toThrow(/options.fov is unknown/);
  });
});
