// What a page might implement itself: damped least squares for a chain of balls in plain JavaScript, on typed
// arrays, without allocation during solves.
import type { ModelDescription } from 'limber';
import { originOf } from './kinematics.ts';

export interface DlsOptions {
  /** Metres. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** λ² as a fraction of the mean diagonal of JJᵀ. */
  readonly damping: number;
  /** Largest error in metres used in one step. */
  readonly maxError: number;
}

/** A chain of balls and a tip, whose frames have no rotations of their own. All axes are the world's. */
export class JsDls {
  readonly #count: number;
  /** Offset from ball i to the next (the last: to the tip), in the frame of ball i; three numbers each. */
  readonly #bones: Float64Array;
  /** World position of ball i, then of the tip. */
  readonly #points: Float64Array;
  /** World orientation of ball i, x y z w. */
  readonly #turns: Float64Array;
  readonly #options: DlsOptions;
  readonly #across = new Float64Array(3);

  constructor({ links }: ModelDescription, options: DlsOptions) {
    this.#count = links.length - 1;
    this.#bones = Float64Array.from(links.slice(1).flatMap((link) => originOf(link).position.toArray()));
    this.#points = new Float64Array(3 * links.length);
    this.#turns = new Float64Array(4 * this.#count);
    this.#options = options;
    this.reset();
  }

  /** Resets every ball to the identity. */
  reset(): void {
    const n = this.#count;
    const bones = this.#bones;
    const points = this.#points;
    const turns = this.#turns;
    turns.fill(0);
    points.fill(0, 0, 3);
    for (let i = 0; i < n; ++i) turns[4 * i + 3] = 1;
    for (let k = 0; k < 3 * n; ++k) points[k + 3] = points[k]! + bones[k]!;
  }

  /** Brings the tip to the point; returns the number of steps. */
  solve(x: number, y: number, z: number): number {
    const { tolerance, maxIterations, maxError } = this.#options;
    const tip = 3 * this.#count;
    const points = this.#points;
    for (let iteration = 0; ; ++iteration) {
      let ex = x - points[tip]!;
      let ey = y - points[tip + 1]!;
      let ez = z - points[tip + 2]!;
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      if (length <= tolerance || iteration === maxIterations) return iteration;
      if (length > maxError) {
        const scale = maxError / length;
        ex *= scale;
        ey *= scale;
        ez *= scale;
      }
      this.#findPush(ex, ey, ez);
      this.#turn();
    }
  }

  /**
   * Solves (JJᵀ + λ²) y = e. With r from a ball to the tip, its block of J is −[r]ₓ, so that of JJᵀ is r² − r
   * rᵀ.
   */
  #findPush(ex: number, ey: number, ez: number): void {
    const points = this.#points;
    const tip = 3 * this.#count;
    const tx = points[tip]!;
    const ty = points[tip + 1]!;
    const tz = points[tip + 2]!;
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let i = 0; i < tip; i += 3) {
      const rx = tx - points[i]!;
      const ry = ty - points[i + 1]!;
      const rz = tz - points[i + 2]!;
      xx += rx * rx;
      yy += ry * ry;
      zz += rz * rz;
      xy += rx * ry;
      xz += rx * rz;
      yz += ry * rz;
    }
    const square = xx + yy + zz;
    const raised = square * (1 + (2 / 3) * this.#options.damping);
    const a = raised - xx;
    const d = raised - yy;
    const f = raised - zz;
    // The inverse of the symmetric matrix a −xy −xz; d −yz; f by its cofactors.
    const ca = d * f - yz * yz;
    const cb = xy * f + xz * yz;
    const cc = xy * yz + d * xz;
    const scale = 1 / (a * ca - xy * cb - xz * cc);
    this.#across[0] = scale * (ca * ex + cb * ey + cc * ez);
    this.#across[1] = scale * (cb * ex + (a * f - xz * xz) * ey + (a * yz + xy * xz) * ez);
    this.#across[2] = scale * (cc * ex + (a * yz + xy * xz) * ey + (a * d - xy * xy) * ez);
  }

  /** Turns each ball by r × y and moves the balls after it. */
  #turn(): void {
    const points = this.#points;
    const turns = this.#turns;
    const bones = this.#bones;
    const tip = 3 * this.#count;
    const tx = points[tip]!;
    const ty = points[tip + 1]!;
    const tz = points[tip + 2]!;
    const yx = this.#across[0]!;
    const yy = this.#across[1]!;
    const yz = this.#across[2]!;
    // Product of the rotations so far.
    let dx = 0;
    let dy = 0;
    let dz = 0;
    let dw = 1;
    let px = points[0]!;
    let py = points[1]!;
    let pz = points[2]!;
    for (let i = 0, k = 0; i < tip; i += 3, k += 4) {
      const rx = tx - points[i]!;
      const ry = ty - points[i + 1]!;
      const rz = tz - points[i + 2]!;
      points[i] = px;
      points[i + 1] = py;
      points[i + 2] = pz;
      // (half the rotation vector, 1), normalised: the rotation's quaternion to third order.
      const hx = 0.5 * (ry * yz - rz * yy);
      const hy = 0.5 * (rz * yx - rx * yz);
      const hz = 0.5 * (rx * yy - ry * yx);
      const unit = 1 / Math.sqrt(1 + hx * hx + hy * hy + hz * hz);
      const nx = (dw * hx + dx + dy * hz - dz * hy) * unit;
      const ny = (dw * hy + dy + dz * hx - dx * hz) * unit;
      const nz = (dw * hz + dz + dx * hy - dy * hx) * unit;
      dw = (dw - dx * hx - dy * hy - dz * hz) * unit;
      dx = nx;
      dy = ny;
      dz = nz;
      const ax = turns[k]!;
      const ay = turns[k + 1]!;
      const az = turns[k + 2]!;
      const aw = turns[k + 3]!;
      const qx = dw * ax + dx * aw + dy * az - dz * ay;
      const qy = dw * ay + dy * aw + dz * ax - dx * az;
      const qz = dw * az + dz * aw + dx * ay - dy * ax;
      const qw = dw * aw - dx * ax - dy * ay - dz * az;
      turns[k] = qx;
      turns[k + 1] = qy;
      turns[k + 2] = qz;
      turns[k + 3] = qw;
      // The next ball is at the end of the rotated bone.
      const bx = bones[i]!;
      const by = bones[i + 1]!;
      const bz = bones[i + 2]!;
      const ux = 2 * (qy * bz - qz * by);
      const uy = 2 * (qz * bx - qx * bz);
      const uz = 2 * (qx * by - qy * bx);
      px += bx + qw * ux + qy * uz - qz * uy;
      py += by + qw * uy + qz * ux - qx * uz;
      pz += bz + qw * uz + qx * uy - qy * ux;
    }
    points[tip] = px;
    points[tip + 1] = py;
    points[tip + 2] = pz;
  }

  /** Each ball's quaternion relative to its parent, x y z w. */
  read(): Float64Array {
    const q = Float64Array.from(this.#turns);
    let [px, py, pz, pw] = [0, 0, 0, 1];
    for (let k = 0; k < q.length; k += 4) {
      const [x, y, z, w] = [q[k]!, q[k + 1]!, q[k + 2]!, q[k + 3]!];
      const local = [
        pw * x - px * w - py * z + pz * y,
        pw * y - py * w - pz * x + px * z,
        pw * z - pz * w - px * y + py * x,
        pw * w + px * x + py * y + pz * z,
      ];
      const length = Math.hypot(...local);
      for (let j = 0; j < 4; ++j) q[k + j] = local[j]! / length;
      [px, py, pz, pw] = [x, y, z, w];
    }
    return q;
  }
}
