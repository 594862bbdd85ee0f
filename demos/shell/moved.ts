/** Addresses of former pages: where each leads, and what becomes of its picks. The build makes a page for each. */
export interface Moved {
  /** The page that has what the former one had, with the picks that show it. */
  readonly to: string;
  /** By key of the former address: its new key, or what each of its values has become. The rest is lost, and said so. */
  readonly picks?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** The address relative to the site's first page that a former page's query leads to. Is written into pages. */
export function newAddress({ to, picks = {} }: Moved, query: string): string {
  const [path, own] = to.split('?') as [string, string?];
  const now = new URLSearchParams(own);
  const lost: string[] = [];
  for (const [key, value] of new URLSearchParams(query)) {
    const rule = picks[key];
    const became = typeof rule === 'object' ? rule[value] : undefined;
    if (typeof rule === 'string') now.set(rule, value);
    else if (became === undefined) lost.push(key);
    else for (const [name, word] of new URLSearchParams(became)) now.set(name, word);
  }
  if (lost.length > 0) now.set('lost', lost.join());
  return now.size > 0 ? `${path}?${now.toString()}` : path;
}

/** By path of the former page. */
export const moved: Readonly<Record<string, Moved>> = {
  'bench/': { to: 'race/?panel=peers', picks: { arm: 'arm' } },
  'constraints/': {
    to: 'tie/',
    picks: {
      example: {
        leash: 'scene=leash',
        board: 'scene=plane',
        rail: 'scene=line',
        pose: 'scene=pose',
        conflict: 'scene=conflict',
      },
    },
  },
  'two-arms/': {
    to: 'tie/?scene=box',
    picks: {
      mode: { drag: 'scene=box', carry: 'scene=carry', follow: 'scene=hands' },
      gain: 'gain',
      forward: 'forward',
    },
  },
  'motion/': {
    to: 'body/',
    picks: {
      act: 'act',
      ground: 'ground',
      body: 'body',
      speed: 'speed',
      ball: 'ball',
      frame: 'frame',
      way: { limber: 'copy=off', copy: 'copy=on' },
    },
  },
  'character/': { to: 'body/?panel=pull', picks: { limits: 'limits', poles: 'poles', q: 'q' } },
  // Its first scene was the letter past the box.
  'moves/': {
    to: 'line/?scene=box',
    picks: {
      ...{ arm: 'arm', scene: 'scene', line: 'line', surface: 'surface', rates: 'rates', most: 'most' },
      ...{ acceleration: 'acceleration', blocked: 'blocked', speed: 'speed' },
      ...{ points: 'points', at: 'at', box: 'box' },
    },
  },
  'tracking/': { to: 'tie/?scene=follow', picks: { gain: 'gain', speed: 'speed' } },
  'reach/': {
    to: 'robot/?panel=reach',
    picks: {
      ...{ robot: 'robot', tip: 'tip', colour: 'colour', cut: 'cut', orientations: 'orientations' },
      ...{ targets: 'targets', at: 'at' },
      scene: { nothing: 'minds=off', things: 'minds=on&among=things', shelf: 'minds=on&among=shelf' },
      spacing: {
        ...{ 0.5: 'cells=3', 0.2: 'cells=6', 0.1: 'cells=12', 0.05: 'cells=24', 0.035: 'cells=36' },
        0.02: 'cells=60',
      },
    },
  },
  'robots/': {
    to: 'robot/',
    picks: {
      ...{ robot: 'robot', tip: 'tip', solver: 'solver', orientation: 'orientation', limits: 'limits' },
      ...{ meshes: 'meshes', at: 'to', q: 'q' },
    },
  },
  'solutions/': {
    to: 'robot/?panel=poses',
    picks: { robot: 'robot', tip: 'tip', limits: 'limits', ghosts: 'ghosts', at: 'to', q: 'q' },
  },
  'workbench/': {
    to: 'robot/?panel=code&orientation=on&arcs=on',
    picks: {
      ...{ robot: 'robot', tip: 'tip', solver: 'solver', orientation: 'orientation', limits: 'limits' },
      ...{ arcs: 'arcs', program: 'program', at: 'to', q: 'q' },
      reach: { on: 'panel=reach' },
    },
  },
  'obstacles/': {
    to: 'robot/?panel=obstacles',
    picks: {
      ...{ avoid: 'avoid', clearance: 'clearance', parts: 'parts', shapes: 'shapes', lines: 'lines' },
      scene: {
        ...{ things: 'among=things', shelf: 'among=shelf', window: 'robot=ur5&among=wall' },
        ...{ bowl: 'among=bowl', robots: 'robot=facing&among=ball', table: 'robot=humanoid&among=table' },
      },
    },
  },
  'tracks/': {
    to: 'robot/?panel=track&robot=fork&track=eight&solver=ccd',
    picks: {
      ...{ solver: 'solver', speed: 'speed', limits: 'limits' },
      arm: {
        ...{ 1: 'robot=chain', 2: 'robot=telescope', 3: 'robot=fork', 4: 'robot=tree', 5: 'robot=trio' },
        ...{ chain: 'robot=chain', telescope: 'robot=telescope', fork: 'robot=fork', tree: 'robot=tree' },
        trio: 'robot=trio',
      },
      track: {
        ...{ 1: 'track=circle', 2: 'track=eight', 3: 'track=spiral', hand: 'track=hand' },
        ...{ circle: 'track=circle', eight: 'track=eight', spiral: 'track=spiral' },
      },
    },
  },
};
