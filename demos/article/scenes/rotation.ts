import type { CustomScene } from '../scene.ts';

export const title = 'The rotation from one direction to another';

export function build(): CustomScene {
  return {
    kind: 'custom',
    controls: ['turn', 'opposite', 'reset'],
    readout: ['angle', 'w', 'x  y  z'],
    mount: async (place) => (await import('../rotation.ts')).mount(place),
  };
}
