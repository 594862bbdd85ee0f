/** Addresses of former pages: where each leads, and what becomes of its picks. The build makes a page for each. */
export interface Moved {
  /** The page that has what the former one had, with the picks that show it. */
  readonly to: string;
  /** By key of the former address: its new key, or what each of its values has become. The rest is lost, and said so. */
  readonly picks?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/** By path of the former page. */
export const moved: Readonly<Record<string, Moved>> = {
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
  'tracking/': { to: 'tie/?scene=follow', picks: { gain: 'gain', speed: 'speed' } },
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
