import { CylinderGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, Vector3 } from 'three';

/** Greatest number of segments, and segments in a dash and in a period of dash and gap. */
const most = 400;
const [dash, period] = [3, 5];

const up = new Vector3(0, 1, 0);
const [from, to, along] = [new Vector3(), new Vector3(), new Vector3()];
const [matrix, turn, scale] = [new Matrix4(), new Quaternion(), new Vector3()];

/** A thick polyline; dashed: with gaps. */
export class Tube extends InstancedMesh<CylinderGeometry, MeshBasicMaterial> {
  constructor(
    private readonly radius: number,
    private readonly isDashed = false,
  ) {
    super(new CylinderGeometry(1, 1, 1, 8, 1), new MeshBasicMaterial({ fog: false }), most);
    this.count = 0;
    this.frustumCulled = false;
  }

  /** `places`: metres, three numbers each; those from `first` to `last` are joined. */
  follow(places: Float32Array, first: number, last: number): void {
    let count = 0;
    for (let i = first; i < last && count < most; i += 1) {
      if (this.isDashed && (i - first) % period >= dash) continue;
      from.fromArray(places, 3 * i);
      along.subVectors(to.fromArray(places, 3 * i + 3), from);
      const length = along.length();
      if (length === 0) continue;
      turn.setFromUnitVectors(up, along.divideScalar(length));
      // Slightly longer, to leave no gap at corners.
      scale.set(this.radius, length + (this.isDashed ? 0 : this.radius), this.radius);
      this.setMatrixAt(count, matrix.compose(from.add(to).multiplyScalar(0.5), turn, scale));
      count += 1;
    }
    this.count = count;
    this.instanceMatrix.needsUpdate = true;
  }
}
