import { Character } from '../gltf/character.ts';
import type { CharacterOptions } from '../gltf/skeleton.ts';
import type { BoneSource } from '../gltf/bones.ts';
import { useOwned } from '../react/use-owned.ts';

/**
 * A `Character` of a skeleton that belongs to the component; null until the core is ready. Equal options keep
 * it.
 *
 * @throws LimberError as `new Character`, for an error boundary.
 */
export function useCharacter(source: BoneSource, options: CharacterOptions = {}): Character | null {
  return useOwned({ source, options }, (given) => new Character(given.source, given.options));
}
