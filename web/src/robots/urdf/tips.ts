import type { LinkDescription, ModelDescription } from '../../describe/description.ts';
import { packModel } from '../../describe/fields.ts';

/** The words of a link's name, such as `panda_hand-tcp`, `LeftHand2` or `tool0`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** Words of link names, best end effectors first. The empty rank is for names without any of these words. */
const ranks: readonly (readonly string[])[] = [
  ['tcp', 'tool', 'ee', 'eef', 'effector', 'grasp', 'pinch'],
  ['hand', 'gripper', 'palm', 'flange', 'tip'],
  ['foot', 'sole', 'toe', 'ankle'],
  [],
  ['head', 'finger', 'thumb', 'knuckle', 'jaw', 'pad'],
  ['camera', 'optical', 'depth', 'rgb', 'imu', 'laser', 'lidar', 'radar', 'sensor', 'logo', 'mount'],
  ['wheel', 'caster', 'rotor', 'motor', 'actuator', 'gear', 'pulley', 'propeller', 'base'],
];
const unknown = ranks.findIndex((words) => words.length === 0);
/** Last rank of tools and hands. */
const hands = 1;
/** Rank of machine parts that are hardly ever meant to reach for anything. */
const machinery = ranks.length - 1;

function rankOf(name: string): number {
  const words = wordsOf(name);
  const says = (word: string) =>
    words.some((each) => (word.length < 4 ? each === word : each.includes(word)));
  const found = [...ranks.keys()].filter((i) => ranks[i]!.some(says));
  // A hand's finger is a finger and a hand's camera is a camera, but a gripper's tool frame is a tool.
  const worst = found.at(-1) ?? unknown;
  return worst > unknown ? worst : (found[0] ?? unknown);
}

const moves = ({ joint }: LinkDescription): boolean => (joint?.type ?? 'fixed') !== 'fixed';

interface Place {
  /** Number of joints that move the link, without mimic joints. */
  readonly moving: number;
  /** First of the links that are fixed to each other and include this one. */
  readonly body: string;
}

function placesOf(links: readonly LinkDescription[]): Map<string, Place> {
  const described = new Map(links.map((link) => [link.name, link]));
  const places = new Map<string, Place>();
  for (const link of links) {
    const way: LinkDescription[] = [];
    let at: LinkDescription | undefined = link;
    // `way` is longer than the list of links only if they form a cycle, which Model.from will refuse.
    while (at && !places.has(at.name) && way.length <= links.length) {
      way.push(at);
      at = described.get(at.parent ?? '');
    }
    let above = at && places.get(at.name);
    for (const each of way.reverse()) {
      const own = moves(each) && !each.joint?.mimic ? 1 : 0;
      const body = above && !moves(each) ? above.body : each.name;
      above = { moving: (above?.moving ?? 0) + own, body };
      places.set(each.name, above);
    }
  }
  return places;
}

/**
 * Names of links suitable for a goal, the likeliest end effector first: links without children, and links
 * above them that are named like tools or hands. Sorted first by name (tool0, tcp and ee, then hand, gripper
 * and flange, then feet; fingers, cameras, wheels and motors last), then by the number of joints that move
 * them, and a frame at the end before the link that it is fixed to. A link in the middle of a limb, fixed to a part from which the limb continues, counts as machinery
 * unless its name suggests otherwise.
 *
 * @throws LimberError `badDescription` for wrong types.
 */
export function tipsOf(description: ModelDescription): string[] {
  packModel(description);
  const { links } = description;
  const parents = new Set(links.map(({ parent }) => parent));
  const places = placesOf(links);
  const moving = (name: string): number => places.get(name)!.moving;
  const anyMoves = links.some(({ name }) => moving(name) > 0);
  const goesOn = new Set(links.filter(moves).map(({ parent }) => places.get(parent ?? '')?.body));

  const rank = (name: string): number => {
    if (anyMoves && moving(name) === 0) return ranks.length;
    const named = rankOf(name);
    return named === unknown && goesOn.has(places.get(name)!.body) ? machinery : named;
  };
  return links
    .filter(({ name }) => !parents.has(name) || (rankOf(name) <= hands && moving(name) > 0))
    .map(({ name }) => ({ name, rank: rank(name) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        moving(b.name) - moving(a.name) ||
        Number(parents.has(a.name)) - Number(parents.has(b.name)),
    )
    .map(({ name }) => name);
}
