import type { Vec3 } from 'limber';
import { Box3, Vector3 } from 'three';
import type { View } from 'limber/three';

/** Part of a view that stays free at its edges, where the floor fades. */
const margin = 0.08;

/**
 * Looks from a side at all points (metres, world) from as near as they can be seen. `fov`: degrees, as of the view.
 *
 * A camera at A along `across`, D along `side` sees a point at a, c if |a − A| ≤ s (D − c). So A lies between the
 * largest a − s (D − c) and the smallest a + s (D − c), which leaves room once 2 s D = max(a + s c) − min(a − s c).
 */
export function lookAtAll(view: View, points: readonly Vector3[], side: Vec3, fov: number): void {
  const away = new Vector3(...side).normalize();
  const across = new Vector3(0, 1, 0).cross(away).normalize();
  const up = away.clone().cross(across);
  const { width, height } = view.size;
  const narrow = (1 - margin) * Math.tan((fov * Math.PI) / 360);
  const aspect = width > 0 && height > 0 ? width / height : 1;
  const seen = (axis: Vector3, s: number) => {
    const ends = points.map((point) => [point.dot(axis), s * point.dot(away)] as const);
    const [high, low] = [Math.max(...ends.map(([a, c]) => a + c)), Math.min(...ends.map(([a, c]) => a - c))];
    return { at: (high + low) / 2, distance: (high - low) / (2 * s) };
  };
  const [x, y] = [seen(across, narrow * Math.max(1, aspect)), seen(up, narrow * Math.max(1, 1 / aspect))];
  const box = new Box3().setFromPoints([...points]);
  const place = across.multiplyScalar(x.at).addScaledVector(up, y.at);
  const target = place.clone().addScaledVector(away, box.getCenter(new Vector3()).dot(away));
  place.addScaledVector(away, Math.max(x.distance, y.distance));
  view.look(place.toArray(), target.toArray());
  view.setExtent(box.getSize(new Vector3()).length() / 2);
}
