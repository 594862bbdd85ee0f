/** The balls as they are seen. */
import { type Color, Mesh, ShaderMaterial, SphereGeometry } from 'three';

/** In units of the ground. */
export const radius = 0.034;

const vertex = /* glsl */ `
  varying vec3 facing;
  void main() {
    facing = normalMatrix * normal;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }
`;
// Its own light, so that a ball has the colour of its name in the list.
const fragment = /* glsl */ `
  uniform vec3 colour;
  varying vec3 facing;
  void main() {
    vec3 n = normalize(facing);
    float light = 0.8 + 0.3 * dot(n, normalize(vec3(-0.4, 0.8, 0.45)));
    float gloss = pow(max(dot(n, normalize(vec3(-0.3, 0.6, 0.75))), 0.0), 40.0);
    float rim = smoothstep(0.42, 0.25, n.z);
    gl_FragColor = vec4(mix(colour * light + 0.7 * gloss, vec3(1.0), 0.85 * rim), 1.0);
  }
`;

const sphere = new SphereGeometry(radius, 28, 18);

export class Marble extends Mesh<SphereGeometry, ShaderMaterial> {
  constructor(colour: Color) {
    super(
      sphere,
      new ShaderMaterial({
        vertexShader: vertex,
        fragmentShader: fragment,
        uniforms: { colour: { value: colour } },
      }),
    );
    this.renderOrder = 4;
  }

  dispose(): void {
    this.material.dispose();
  }
}
