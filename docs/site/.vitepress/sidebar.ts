/** The pages in their order. A page that is not here can only be found by search; a test says so. */
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

const group = (
  text: string,
  folder: string,
  items: readonly [string, string][],
  collapsed = false,
): Item => ({
  text,
  collapsed,
  items: items.map(([name, title]) => ({ text: title, link: `/${folder}/${name}` })),
});

export function sidebar(solvers: Item[], reference: Item[]): Item[] {
  return [
    group('Start in five minutes', 'start', [
      ['page', 'A page: one tag'],
      ['package', 'The package'],
      ['three', 'three.js'],
      ['urdf', 'A robot: URDF'],
      ['character', 'A character: glTF'],
      ['cpp', 'C++'],
    ]),
    group('Concepts', 'concepts', [
      ['chain', 'Chains, links and joints'],
      ['frames', 'Units, frames and poses'],
      ['goals', 'Goals'],
      ['state', 'State and views'],
      ['jacobian', 'Error and Jacobian'],
      ['limits', 'Joint limits'],
      ['track-or-find', 'Track or find'],
      ['singularities', 'Singularities and damping'],
      ['singularities-by-method', 'Singularities, method by method'],
      ['redundancy', 'Redundancy and priorities'],
      ['unreachable', 'Targets out of reach'],
      ['solutions', 'Every solution'],
      ['loops', 'Loops and constraints'],
      ['obstacles', 'Obstacles'],
      ['teleop', 'Leading an arm'],
    ]),
    group('Closed forms', 'closed-forms', [
      ['point', 'A point by three hinges'],
      ['rotation', 'A rotation by three hinges'],
      ['meeting', 'Three axes that meet'],
      ['parallel', 'Three parallel axes'],
      ['slides', 'Slides'],
      ['general', 'Six hinges of any geometry'],
      ['seven', 'Seven hinges'],
    ]),
    { text: 'Solvers', link: '/solvers/', collapsed: true, items: solvers },
    group('Recipes', 'recipes', [
      ['several-tips', 'Several tips, two arms'],
      ['upright', 'Keep the hand upright'],
      ['five-axes', 'Five axes'],
      ['follow', 'Follow a moving target'],
      ['elbow', 'Elbow up'],
      ['loop', 'Close a loop'],
      ['carry', 'Two arms carry a box'],
      ['inside', 'Keep inside a sphere'],
      ['clear', 'Keep clear of obstacles'],
      ['look-at', 'Look at a point'],
      ['record', 'Record and replay'],
      ['motion', 'Retarget a recording'],
      ['moves', 'Move along a way'],
      ['rosbridge', 'A robot by rosbridge'],
      ['mujoco', 'A simulator: MuJoCo'],
      ['react', 'React and react-three-fiber'],
      ['worker', 'Run in a worker'],
      ['node', 'Many solves in Node'],
      ['batch', 'A million targets'],
      ['reach', 'What an arm reaches'],
      ['embed', 'Embed with a poster'],
      ['csp', 'A strict content policy'],
    ]),
    {
      text: 'Help',
      collapsed: false,
      items: [
        { text: 'Troubleshooting', link: '/troubleshooting' },
        { text: 'Where it works', link: '/compatibility' },
        { text: 'Limits of input', link: '/input-limits' },
        { text: 'Who else does IK', link: '/peers' },
      ],
    },
    { text: 'Reference', link: '/reference/', collapsed: true, items: reference },
  ];
}
