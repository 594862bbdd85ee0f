import type { CustomScene } from '../page/scene.ts';

export const title = 'The rotation from one direction to another';

export function build(): CustomScene {
  return {
    kind: 'custom',
    controls: ['turn', 'opposite', 'reset'],
    readout: ['angle', 'w', 'x  y  z'],
    mount: async (place) => (await import('../page/rotation.ts')).mount(place),
  };
}
