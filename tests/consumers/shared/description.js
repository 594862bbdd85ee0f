export const description = {
  links: [
    { name: 'base', joint: { type: 'revolute', axis: [0, 1, 0], limits: [-3, 3] } },
    {
      name: 'upper',
      parent: 'base',
      origin: { position: [0, 0.3, 0] },
      joint: { type: 'revolute', axis: [1, 0, 0], limits: [-2, 2] },
    },
    {
      name: 'lower',
      parent: 'upper',
      origin: { position: [0, 0.5, 0] },
      joint: { type: 'revolute', axis: [1, 0, 0], limits: [-2.5, 2.5] },
    },
    { name: 'hand', parent: 'lower', origin: { position: [0, 0.4, 0] } },
  ],
};
