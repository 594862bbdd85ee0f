import type { Quat, Vec3 } from '../description.ts';
import { unwrap } from '../flatten.ts';
import type { Character } from '../gltf/character.ts';
import type { Effector } from '../gltf/effector.ts';
import type { GoalDescription } from '../goal.ts';
import { ArmGoal } from './arm-goal.ts';
import type { RigGoal } from './rig.ts';

/** Keys of goals that an effector can have. */
const effectorKeys = ['type', 'link', 'target', 'weight', 'priority'];

/** A goal of a character. Points and poses are effectors, so that far targets do not pull at the others. */
export function characterGoal(character: Character, description: GoalDescription): RigGoal {
  const { type } = description;
  const isPlain = Object.keys(description).every((key) => effectorKeys.includes(key));
  if ((type === 'position' || type === 'pose') && isPlain) return new EffectorGoal(character, description);
  return new ArmGoal(character.problem, character.addGoal(description));
}

class EffectorGoal implements RigGoal {
  readonly #effector: Effector;

  constructor(character: Character, { type, link, target, weight, priority }: GoalDescription) {
    this.#effector = character.addEffector(link, {
      orientation: type === 'pose',
      ...(weight !== undefined && { weight }),
      ...(priority !== undefined && { priority }),
    });
    if (target) this.write(unwrap<ArrayLike<number>>(target));
  }

  get target(): number[] {
    const { orientation, target, targetOrientation } = this.#effector;
    return [...target.toArray(), ...(orientation ? targetOrientation.toArray() : [])];
  }

  write(numbers: ArrayLike<number>): void {
    const { orientation, target, targetOrientation } = this.#effector;
    const [x, y, z, ...turn] = Array.from(numbers);
    target.set(...([x, y, z] as unknown as Vec3));
    if (orientation) targetOrientation.set(...(turn as unknown as Quat));
  }

  remove(): void {
    this.#effector.remove();
  }
}
