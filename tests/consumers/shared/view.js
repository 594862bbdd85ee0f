import { init, Model, Problem } from 'limber';
import { ArmShape, GoalHandle, Stage, View } from 'limber/three';
import { REVISION } from 'three';
import { description } from './description.js';

const frames = (count) =>
  new Promise((resolve) => {
    const step = () => (count-- > 0 ? requestAnimationFrame(step) : resolve());
    step();
  });

/** Number of colours in the picture; one if nothing is drawn. */
function coloursOf(canvas) {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}

/** Draws the solved arm and reports whether there is a picture. */
export async function show() {
  await init();
  const host = document.createElement('div');
  host.style.width = '400px';
  host.style.height = '300px';
  document.body.append(host);
  const problem = new Problem(Model.from(description));
  const goal = problem.addGoal({ type: 'position', link: 'hand', target: [0.3, 0.6, 0.4] });
  const view = new View(host, { orbit: true });
  const arm = new ArmShape(problem.model);
  view.add(arm);
  view.frame(arm.reachBox());
  new GoalHandle(view, {
    position: [0.3, 0.6, 0.4],
    size: 0.1,
    onChange: (position) => position.toArray(goal.target),
  });
  const { status } = problem.solve();
  arm.update(problem.state.poses);
  view.invalidate();
  while (Stage.shared().framesDrawn < 2) {
    view.invalidate();
    await frames(1);
  }
  const canvas = host.querySelector('canvas');
  canvas.focus();
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
  await frames(3);
  return { status, three: REVISION, drawn: coloursOf(canvas) > 100 };
}
