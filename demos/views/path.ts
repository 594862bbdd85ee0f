import { Box3, BufferAttribute, BufferGeometry, Line, LineBasicMaterial } from 'three';

/** The line along which a target moves; `points`: metres, three numbers per point. */
export class PathLine extends Line<BufferGeometry, LineBasicMaterial> {
  constructor(points: Float32Array) {
    super(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.6, fog: false }));
    this.geometry.setAttribute('position', new BufferAttribute(points, 3));
  }

  get box(): Box3 {
    return new Box3().setFromBufferAttribute(this.geometry.attributes.position as BufferAttribute);
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
  }
}
