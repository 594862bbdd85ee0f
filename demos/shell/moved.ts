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
};
