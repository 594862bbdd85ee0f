/** URDF's roll, pitch and yaw about fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll), in radians. */
import type { Quat, Vec3 } from '../../describe/description.ts';

export function quaternionOf([roll, pitch, yaw]: Vec3): Quat {
  const [sr, cr] = [Math.sin(roll / 2), Math.cos(roll / 2)];
  const [sp, cp] = [Math.sin(pitch / 2), Math.cos(pitch / 2)];
  const [sy, cy] = [Math.sin(yaw / 2), Math.cos(yaw / 2)];
  return [
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
    cr * cp * cy + sr * sp * sy,
  ];
}

/**
 * Roll, pitch and yaw of a unit quaternion. Roll is computed after removing yaw, so that the three are
 * consistent even near an upright pitch, where each alone is poorly defined.
 */
export function rollPitchYaw([x, y, z, w]: Quat): Vec3 {
  const column = [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)] as const;
  const yaw = Math.atan2(column[1], column[0]);
  const pitch = Math.atan2(-column[2], Math.hypot(column[0], column[1]));
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  const cosine = c * (1 - 2 * (x * x + z * z)) - s * 2 * (x * y - z * w);
  const sine = s * 2 * (x * z + y * w) - c * 2 * (y * z - x * w);
  return [Math.atan2(sine, cosine), pitch, yaw];
}
