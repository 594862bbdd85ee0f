/**
 * The element for a page that frames this one: settings are in the address, as in `?preset=panda&solver=lm`,
 * besides `theme=light` or `dark`. Nothing is stored. The height is sent to the parent page as a message:
 * `{ type: 'limber-height', height }`, in CSS pixels.
 *
 * The build makes one classic script from this, because a frame with `sandbox="allow-scripts"` has an opaque
 * origin, and module scripts are fetched for it only where the server allows every origin.
 */
import './style.css';
import { attributeNames, type LimberArm } from 'limber/element';

const arm = document.querySelector<LimberArm>('limber-arm')!;
const given = new URLSearchParams(location.search);

for (const name of attributeNames) {
  const value = given.get(name);
  if (value !== null) arm.setAttribute(name, value);
}

const theme = given.get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

let told = 0;

function tellHeight(): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height === told) return;
  told = height;
  // The height is no secret: any origin may read it.
  parent.postMessage({ type: 'limber-height', height }, '*');
}

// Without a parent that could follow its height, it keeps to the window's.
if (parent === window) document.documentElement.classList.add('alone');
else new ResizeObserver(tellHeight).observe(document.body);
