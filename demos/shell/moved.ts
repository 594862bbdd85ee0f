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
  'tracking/': { to: 'tie/?scene=follow', picks: { gain: 'gain', speed: 'speed' } },
};
