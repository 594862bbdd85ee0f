/** Types only: wrong code must not compile. */
import { expectTypeOf, it } from 'vitest';
import type { JSX } from 'react';
import type { LimberArmProps } from '../../../web/src/element/react.ts';

it('React knows the element, its settings and its events', () => {
  expectTypeOf<JSX.IntrinsicElements['limber-arm']>().toEqualTypeOf<LimberArmProps>();
  const props: LimberArmProps = {
    preset: 'panda',
    controls: true,
    tips: ['hand'],
    style: { width: 300 },
    children: 'A robot arm',
    onready: ({ detail }) => expectTypeOf(detail.effectors).toEqualTypeOf<readonly string[]>(),
    onsolve: (event) => expectTypeOf(event.detail.resting).toEqualTypeOf<boolean>(),
  };
  expectTypeOf(props).not.toBeAny();
  // @ts-expect-error a preset is one of the names
  const wrong: LimberArmProps = { preset: 'pandda' };
  void wrong;
});
