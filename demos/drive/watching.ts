/** Beside the view: a hand before the camera, which the reader starts. */
import { sentenceOf } from 'limber/bench';
import { button, make, write } from '../shell/dom.ts';
import type { Exhibition, Panel } from '../shell/exhibition.ts';
import { camera } from './camera.ts';
import { sceneOf } from './panel.ts';
import type { Schema } from './picks.ts';

const words =
  'Start loads MediaPipe’s Hand Landmarker: code from cdn.jsdelivr.net (13 MB), weights from storage.googleapis.com (8 MB). The pictures stay on your device.';
const texts = { off: 'Start', starting: 'Starts …', on: 'Stop' } as const;
const seen = 'Make a fist: the tool goes with your hand.';

export function watching(shown: Exhibition<Schema>): Panel {
  const wake = (): void => {
    sceneOf(shown).driver.wake();
    shown.moved();
  };
  const start = button('Start', 'camera', () => {
    if (camera.state === 'on') camera.stop();
    else void camera.start().then(wake);
    wake();
  });
  const picture = make('div', { className: 'picture' });
  const said = make('p', { className: 'said', role: 'status' });
  const parts = [make('p', {}, words), start, picture, said];
  return {
    element: make(
      'details',
      { className: 'camera' },
      make('summary', {}, 'A hand before the camera'),
      ...parts,
    ),
    update() {
      const { state, video } = camera;
      write(start, texts[state]);
      start.disabled = state === 'starting';
      if (picture.firstChild !== video) picture.replaceChildren(...(video ? [video] : []));
      write(said, camera.said ? sentenceOf(camera.said) : state === 'on' ? seen : '');
    },
  };
}
