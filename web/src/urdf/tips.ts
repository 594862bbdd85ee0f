import type { LinkDescription, ModelDescription } from '../description.ts';

/** Words of a link's name: `panda_hand-tcp`, `LeftHand2` and `tool0` alike. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

/** What a name says of its link, best first; a link that says nothing stands between hands and the rest. */
const ranks: readonly (readonly string[])[] = [
  ['tcp', 'tool', 'ee', 'eef', 'effector', 'grasp', 'pinch'],
  ['hand', 'gripper', 'palm', 'flange', 'tip'],
  [],
  ['foot', 'sole', 'toe', 'ankle', 'head', 'finger', 'thumb', 'knuckle', 'jaw', 'pad'],
  ['camera', 'optical', 'depth', 'rgb', 'imu', 'laser', 'lidar', 'sensor', 'wheel', 'caster', 'base'],
];
const unknown = ranks.findIndex((words) => words.length === 0);

function rankOf(name: string): number {
  const words = wordsOf(name);
  const says = (word: string) =>
    words.some((each) => (word.length < 4 ? each === word : each.includes(word)));
  const found = [...ranks.keys()].filter((i) => ranks[i]!.some(says));
  // A finger of a hand is a finger, a camera of a hand a camera; a tool frame of a gripper is a tool.
  const worst = found.at(-1) ?? unknown;
  return worst > unknown ? worst : (found[0] ?? unknown);
}

/** Joints that move between the root and each link. */
function movingAbove(links: readonly LinkDescription[]): Map<string, number> {
  const described = new Map(links.map((link) => [link.name, link]));
  const counts = new Map<string, number>();
  for (const link of links) {
    const way: LinkDescription[] = [];
    let at: LinkDescription | undefined = link;
    // `way` cannot be longer than all links unless they go round in a circle, which is for Model.from to refuse.
    while (at && !counts.has(at.name) && way.length <= links.length) {
      way.push(at);
      at = described.get(at.parent ?? '');
    }
    let count = at ? (counts.get(at.name) ?? 0) : 0;
    for (const each of way.reverse()) {
      if ((each.joint?.type ?? 'fixed') !== 'fixed' && !each.joint?.mimic) count += 1;
      counts.set(each.name, count);
    }
  }
  return counts;
}

/**
 * Names of the links that a goal may well be put on, the likeliest end effector first: all links that nothing hangs
 * from, and those before them that are named as tools or hands. They are ordered by what their names say (tool0, tcp and
 * ee, then hand, gripper and flange; fingers, cameras and wheels last), then by how many joints move them.
 */
export function tipsOf(description: ModelDescription): string[] {
  const { links } = description;
  const parents = new Set(links.map(({ parent }) => parent));
  const moving = movingAbove(links);
  const moves = [...moving.values()].some((count) => count > 0);
  return links
    .filter(({ name }) => !parents.has(name) || (rankOf(name) < unknown && moving.get(name)! > 0))
    .map(({ name }) => ({ name, rank: moves && moving.get(name) === 0 ? ranks.length : rankOf(name) }))
    .sort((a, b) => a.rank - b.rank || moving.get(b.name)! - moving.get(a.name)!)
    .map(({ name }) => name);
}
