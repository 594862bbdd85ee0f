/** Light and dark colours of everything drawn by the views. */

export type Theme = 'light' | 'dark';

/** `auto` follows `data-theme` on the root element, then `prefers-color-scheme`. */
export type ThemeChoice = Theme | 'auto';

/**
 * CSS colours of views and their objects. A custom property of the view's host, `--limber-` and the name,
 * takes precedence.
 */
export interface Palette {
  /** Background and end of the fog; `transparent`: the page is seen, and neither floor nor fog. */
  readonly background: string;
  /** The floor in full light. */
  readonly floor: string;
  /** Lines on the floor. */
  readonly grid: string;
  /** Colour of the floor in full shadow. */
  readonly shadow: string;
  /** Links. */
  readonly link: string;
  /** Joint bodies. */
  readonly joint: string;
  /** Gripper or cone at a tip. */
  readonly tip: string;
  /** The goal: the only accent. */
  readonly goal: string;
  /** The second handle: a direction. */
  readonly direction: string;
  /** Obstacles and collision shapes. */
  readonly obstacle: string;
  /** Joint axes, limit sectors. */
  readonly axis: string;
  /** Needle at a joint's value. */
  readonly needle: string;
  /** A joint at its limit. */
  readonly warning: string;
  /** Light from above and from below. */
  readonly sky: string;
  /** Light from below. */
  readonly ground: string;
}

/** The colours of both themes. */
export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    background: '#ffffff',
    floor: '#f1f3f5',
    grid: '#dbe0e6',
    shadow: '#b3bac4',
    link: '#d3d9e0',
    joint: '#7a8494',
    tip: '#3d4450',
    goal: '#2f7cf6',
    direction: '#f08a24',
    obstacle: '#8a63d2',
    axis: '#8a94a3',
    needle: '#2b313b',
    warning: '#e5484d',
    sky: '#ffffff',
    ground: '#c3c8d0',
  },
  dark: {
    background: '#101318',
    floor: '#1a1f27',
    grid: '#2c3440',
    shadow: '#090b0e',
    link: '#a7b2c2',
    joint: '#5c687b',
    tip: '#c9d1dc',
    goal: '#4c94ff',
    direction: '#ffa24a',
    obstacle: '#a385f2',
    axis: '#718096',
    needle: '#e6ebf2',
    warning: '#ff6369',
    sky: '#dfe8f5',
    ground: '#2a3140',
  },
};

/** An object with themed colours; `View.add` and every change of theme call `setTheme`. */
export interface Themed {
  /** `palette`: the theme's, with the colours of the view's host. */
  setTheme(theme: Theme, palette?: Palette): void;
}

const names = Object.keys(palettes.light) as (keyof Palette)[];

/** A theme's colours for an element. Its custom properties such as `--limber-goal` take precedence. */
export function paletteOf(host: Element, theme: Theme): Palette {
  const style = getComputedStyle(host);
  const own = names.flatMap((name) => {
    const colour = style.getPropertyValue(`--limber-${name}`).trim();
    return colour ? [[name, colour] as const] : [];
  });
  return { ...palettes[theme], ...Object.fromEntries(own) };
}

/** The page's current theme: `data-theme` on the root element, then the system's. */
export function pageTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
