/** Types of `<limber-arm>` for React 19: `import type {} from 'limber/element/react'`. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ArmSettings } from './attributes.ts';
import type { LimberArmEventMap } from './events.ts';
import type { LimberArm } from './limber-arm.ts';

/** `onready`, `onsolve`, `onerror`: React adds them as listeners. */
type Listeners = { [K in keyof LimberArmEventMap as `on${K}`]?: (event: LimberArmEventMap[K]) => void };

/** Props of `<limber-arm>` in JSX: its settings, its events, and those common to all elements. */
export type LimberArmProps = Omit<
  DetailedHTMLProps<HTMLAttributes<LimberArm>, LimberArm>,
  keyof ArmSettings
> &
  Partial<ArmSettings> &
  Listeners;

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- that is how React has it
  namespace JSX {
    interface IntrinsicElements {
      'limber-arm': LimberArmProps;
    }
  }
}
