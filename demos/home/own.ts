/** A reader's files as a guest of the first page. Each error is one sentence, with the file's name and the remedy. */
import { mostBytes } from '../../web/src/describe/input-limits.ts';
import { catalogue, type RobotSource } from '../robot-files/catalogue.ts';
import { FileError, readCharacter, reasonOf } from '../robot-files/character.ts';
import { readFiles, sourceOf, urdfsOf } from '../robot-files/files.ts';
import type { Given } from '../shell/files.ts';
import { characterGuest } from './character-guest.ts';
import type { Guest } from './hero.ts';
import { robotGuest } from './robot-guest.ts';

/** A guest, and a sentence about it. */
export interface Welcome {
  readonly guest: Guest;
  readonly text: string;
  /** Whether there are meshes that were not given. */
  readonly lacks: boolean;
}

const isCharacter = ({ path }: Given): boolean => /\.(glb|gltf|vrm)$/i.test(path);
const isMesh = ({ path }: Given): boolean => /\.(stl|dae|obj)$/i.test(path);
const isArchive = ({ path }: Given): boolean => /\.(zip|gz|7z|rar)$/i.test(path);

/** Remembers the last robot, to which meshes alone belong, and the files from which one is to be chosen. */
export class Doorman {
  #before: RobotSource = catalogue[0]!;
  #around: readonly Given[] = [];

  /** @throws FileError */
  async open(given: readonly Given[]): Promise<Welcome> {
    const found = await mainsOf(given);
    const [main = given.find(isMesh), other] = found;
    if (other) {
      this.#around = given.filter((each) => !found.includes(each));
      throw new FileError(`${both(found)}; drop one of them.`);
    }
    if (!main || (isMesh(main) && !this.#before.own)) throw new FileError(refusalOf(given));
    checkSize(main.file);
    if (given.length > 1) this.#around = [];
    const all = [...given, ...this.#around];
    try {
      return isCharacter(main)
        ? characterGuest(main.file.name, await readCharacter(main.file, all))
        : await this.#robot(all);
    } catch (error) {
      if (error instanceof FileError) throw error;
      const reason = reasonOf(error).replace(/[?.]$/, '');
      throw new FileError(`“${main.file.name}” cannot be read: ${reason}; mend it, and drop it again.`);
    }
  }

  async #robot(given: readonly Given[]): Promise<Welcome> {
    const { name, text, given: all } = await readFiles(given, this.#before);
    const source = sourceOf(name, text, all);
    const welcome = await robotGuest(source);
    this.#before = source;
    return welcome;
  }
}

/** The robots and characters among files: a GLB that a URDF names is one of its meshes. */
async function mainsOf(given: readonly Given[]): Promise<Given[]> {
  const urdfs = urdfsOf(given);
  const plain = urdfs.filter(({ path }) => /urdf$/i.test(path));
  const robots = plain.length > 0 ? plain : urdfs;
  const texts = await Promise.all(robots.map(async ({ file }) => (file.size > mostBytes ? '' : file.text())));
  const isNamed = ({ file }: Given) => texts.some((text) => text.includes(file.name));
  return [...robots, ...given.filter((each) => isCharacter(each) && !isNamed(each))];
}

function both(found: readonly Given[]): string {
  const [one, other, ...more] = found.map(({ file }) => `“${file.name}”`);
  return more.length > 0
    ? `${one}, ${other} and ${more.length} more want the same place`
    : `${one} and ${other} want the same place`;
}

/** @throws FileError */
function checkSize({ name, size }: File): void {
  if (size <= mostBytes) return;
  const [has, most] = [size, mostBytes].map((bytes) => Math.round(bytes / 2 ** 20));
  throw new FileError(
    `“${name}” has ${has} MB, and at most ${most} are read; export it with smaller meshes or pictures.`,
  );
}

function refusalOf(given: readonly Given[]): string {
  const [first] = given;
  if (!first) return 'Nothing was dropped; drop a URDF or a GLB.';
  const archive = given.find(isArchive);
  if (archive) return `“${archive.file.name}” is an archive; unpack it, and drop its folder.`;
  const remedy = 'drop a robot’s .urdf, with its meshes, or a character’s .glb.';
  return given.length === 1
    ? `“${first.file.name}” is neither a URDF nor a GLB; ${remedy}`
    : `Neither “${first.file.name}” nor the ${given.length - 1} beside it is a URDF or a GLB; ${remedy}`;
}
