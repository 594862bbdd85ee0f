import { init } from 'limber';
import { Stage } from 'limber/three';
import { ArmView } from './arm.ts';
import type { ArticlePanel } from './panel.ts';
import type { LiveScene, SceneSetup } from './scene.ts';

/** Brings a figure to life; a text says why not. */
export async function mount(
  figure: HTMLElement,
  setup: SceneSetup,
  title: string,
  panel: ArticlePanel,
): Promise<LiveScene | string> {
  if (!Stage.available()) {
    return 'This is a still picture: the live view needs WebGL 2, and this browser does not offer it.';
  }
  try {
    await init();
  } catch (error) {
    return `This is a still picture: the solver could not be loaded (${error instanceof Error ? error.message : String(error)}).`;
  }
  const host = figure.querySelector<HTMLElement>('.stage')!;
  const place = { title, host, figure, choices: panel.choices, readout: panel.readout };
  const live = setup.kind === 'arm' ? new ArmView(setup, place) : await setup.mount(place);
  panel.onChange = (control) => live.changed(control);
  panel.onAction = (action) => live.act(action);
  figure.limberScene = live;
  panel.enable();
  return live;
}
