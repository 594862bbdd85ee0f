/** `<limber-arm>` in JSX, type-checked only. */
import type {} from 'limber/element/react';

export const arm = (
  <limber-arm
    preset="panda"
    controls
    goals={[{ type: 'pose', link: 'effector', free: ['rz'] }]}
    loops={[]}
    style={{ width: 300 }}
    onready={({ detail }) => detail.effectors.map((name: string) => name)}
    onsolve={({ detail }) => detail.targets.length}
    onerror={({ detail }) => console.error(detail.code, detail.message)}
  >
    A robot arm
  </limber-arm>
);

// @ts-expect-error there is no goal of this type
export const wrong = <limber-arm goals={[{ type: 'fly', link: 'effector' }]} />;

// @ts-expect-error there is no setting of this name
export const unknown = <limber-arm arm="panda" />;
