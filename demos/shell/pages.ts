/** The pages of the site. The header, the gallery and the tests are made from these tables. */

export interface SitePage {
  readonly title: string;
  /** Relative to the site's first page. */
  readonly path: string;
}

export interface GalleryDemo extends SitePage {
  /** The gallery's text: what to do in the demo. */
  readonly text: string;
}

/** In the order of the header. */
export const navigation: readonly SitePage[] = [
  { title: 'Home', path: '' },
  { title: 'Article', path: 'article/' },
  { title: 'Demos', path: 'gallery/' },
  { title: 'Docs', path: 'docs/' },
];

export const groups: readonly { readonly title: string; readonly demos: readonly GalleryDemo[] }[] = [
  {
    title: 'Solvers',
    demos: [
      {
        title: 'Race',
        path: 'race/',
        text: 'Every solver on the same arm, from the same pose, to the target that you drag.',
      },
      {
        title: 'Solutions',
        path: 'solutions/',
        text: 'All poses in which an arm reaches its target, at once: elbow up or down, wrist flipped or not.',
      },
      {
        title: 'Tracks',
        path: 'tracks/',
        text: 'Targets move along tracks and arms follow, up to the edge of their reach.',
      },
      {
        title: 'Moves',
        path: 'moves/',
        text: 'Draw a line: the arm traces it as fast as its joints allow, or shows where it would have to flip.',
      },
    ],
  },
  {
    title: 'Robots and characters',
    demos: [
      {
        title: 'Robots',
        path: 'robots/',
        text: 'Drag a Panda, a UR5 or a humanoid by the hand, or drop a URDF of your own.',
      },
      {
        title: 'Obstacles',
        path: 'obstacles/',
        text: 'Arms that keep clear of a shelf, a wall, a ball, each other: drag the goal and what is in the way.',
      },
      {
        title: 'Reach',
        path: 'reach/',
        text: 'Everything an arm can reach, filling in while you watch: cut it open, and find where the base should stand.',
      },
      {
        title: 'Character',
        path: 'character/',
        text: 'Pull a character by its hands, feet, head or hips. glTF and VRM files work, too.',
      },
    ],
  },
  {
    title: 'Constraints',
    demos: [
      {
        title: 'Constraints',
        path: 'constraints/',
        text: 'Keep a distance, look at a point, stay on a plane: one robot, as many constraints as you like.',
      },
      {
        title: 'Tracking',
        path: 'tracking/',
        text: 'Two arms follow a moving target, one of them with feed-forward. Watch the error.',
      },
      {
        title: 'Two arms',
        path: 'two-arms/',
        text: 'Two arms carry one box, solved as one problem. Drag the box, or the bases.',
      },
      {
        title: 'Linkages',
        path: 'linkages/',
        text: 'A walking machine, a Stewart platform, a scissor lift: closed loops you can pull around.',
      },
    ],
  },
];

export const demos: readonly GalleryDemo[] = groups.flatMap((group) => group.demos);
