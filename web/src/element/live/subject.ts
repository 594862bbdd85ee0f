import type { MakeOverlay, Prepare } from '../../bench/bench.ts';
import type { Exhibit, ExhibitArm } from '../../bench/exhibit.ts';
import { startOf } from '../../bench/rest.ts';
import type { ModelDescription, Vec3 } from '../../describe/description.ts';
import { LimberError, show } from '../../describe/errors.ts';
import { mostLetters } from '../../describe/input-limits.ts';
import { arms, robots, yUp } from '../../robots/presets/index.ts';
import type { ArmSettings } from '../attributes.ts';
import { addressOf } from '../../three/fetch-file.ts';
import { loadFigure, loadLandscape, loadScenes, loadURDF } from './load.ts';
import { fetchSource } from '../source.ts';

/** The exhibit of an element. */
export interface Subject {
  /** Unique to this arm. */
  readonly key: string;
  readonly title: string;
  /** Returns the same arm each time, but a new character, because a bench disposes its own. */
  readonly make: () => Pick<Exhibit, 'arm' | 'character' | 'scene' | 'camera' | 'overlay'>;
  /** Prepares exhibits other than arms. */
  readonly prepare?: Prepare;
  /** Makes the overlay of an exhibit that has one. */
  readonly overlayOf?: MakeOverlay;
  /** Its own panel, whether or not controls are asked for. */
  readonly panel?: () => readonly HTMLElement[];
}

const [X, Y, Z]: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The article's first target. */
const articleGoal = [33, 58, 26];

/** The article's arm has Y up and centimetres; the others have Z up and metres. */
function ofRobot(name: string, description: ModelDescription): ExhibitArm {
  const isArticle = description === robots.article;
  const arm = isArticle ? description : yUp(description);
  return {
    name,
    title: description.name ?? name,
    description: arm,
    ...(isArticle ? { targets: articleGoal } : { q: startOf(arm) }),
    effectors: ['effector'],
    toolAxis: isArticle ? X : Z,
    unit: isArticle ? 0.01 : 1,
  };
}

const presets: ReadonlyMap<string, () => ExhibitArm> = new Map([
  ...Object.entries(robots).map(([name, each]) => [name, () => ofRobot(name, each)] as const),
  ...arms.map((arm) => [arm.name, (): ExhibitArm => ({ ...arm, toolAxis: Y })] as const),
]);

/** All values of `preset`. */
export const presetNames: readonly string[] = [...presets.keys()];

/** An arm as a subject. */
function subjectFor(key: string, arm: ExhibitArm): Subject {
  return { key, title: arm.title!, make: () => ({ arm }) };
}

/** @throws LimberError `badOption` for an unknown preset, `loadFailed`, or the URDF's error. */
export async function subjectOf(
  { preset, scene, src, tips }: ArmSettings,
  signal: AbortSignal,
  file?: Promise<ArrayBuffer>,
): Promise<Subject> {
  const subject = scene
    ? await ofScene(scene)
    : src
      ? await fromFile(addressOf(src, document.baseURI), await (file ?? fetchSource(src, signal)))
      : ofPreset(preset);
  return tips ? { ...subject, key: JSON.stringify([subject.key, tips]) } : subject;
}

function ofPreset(preset: string): Subject {
  const make = presets.get(preset);
  if (make) return subjectFor(preset, make());
  throw new LimberError('badOption', `preset ${show(preset)} is unknown; known: ${presetNames.join(', ')}`);
}

/** The scene that is no arm of the article. */
export const landscape = 'landscape';

async function ofLandscape(): Promise<Subject> {
  const { prepareLandscape, title } = await loadLandscape();
  let elements: readonly HTMLElement[] = [];
  const prepare = prepareLandscape(({ panel }) => (elements = panel.elements));
  return { key: `scene ${landscape}`, title, make: () => ({}), prepare, panel: () => elements };
}

async function ofScene(name: string): Promise<Subject> {
  if (name === landscape) return ofLandscape();
  const { sceneOf, overlayOf } = await loadScenes();
  const { arm, camera, overlay = null, title } = sceneOf(name);
  return { key: `scene ${name}`, title, make: () => ({ arm, camera, overlay }), overlayOf };
}

async function fromFile(url: URL, data: ArrayBuffer): Promise<Subject> {
  const start = new TextDecoder().decode(data.slice(0, 64)).trimStart();
  if (start.startsWith('glTF') || start.startsWith('{')) {
    const { makeCharacter, prepareCharacter: prepare, readFigure } = await loadFigure();
    const scene = await readFigure(data, url);
    const make = () => ({ scene, character: makeCharacter(scene) });
    return { key: url.href, title: scene.name || nameIn(url), make, prepare };
  }
  const { fromURDF } = await loadURDF();
  const description = yUp(fromURDF(new TextDecoder().decode(data)));
  const title = description.name ?? nameIn(url);
  return subjectFor(url.href, { title, description, q: startOf(description), meshes: url.href });
}

/** An address may be badly encoded. */
function nameIn({ pathname }: URL): string {
  const name = pathname.slice(0, mostLetters).split('/').at(-1)!;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
