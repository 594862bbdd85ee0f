/** Buttons over a view. */

function makeButton(stage: HTMLElement, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = name;
  button.setAttribute('part', name);
  Object.assign(button.style, { position: 'absolute', zIndex: '4', right: '0.5rem', bottom: '0.5rem' });
  stage.append(button);
  return button;
}

/** A button that pauses motion. */
export function makePause(
  stage: HTMLElement,
  isPlaying: boolean,
  onChange: (isPlaying: boolean) => void,
): HTMLElement {
  const button = makeButton(stage, 'pause');
  const show = (): void => void (button.textContent = isPlaying ? 'Pause' : 'Play');
  button.addEventListener('click', () => {
    isPlaying = !isPlaying;
    show();
    onChange(isPlaying);
  });
  show();
  return button;
}

/** A button that puts an arm back when nothing else helps; hidden at first. */
export function makeReset(stage: HTMLElement, reset: () => void): HTMLElement {
  const button = makeButton(stage, 'reset');
  button.textContent = 'Reset';
  button.hidden = true;
  button.addEventListener('click', () => {
    reset();
    // The button disappears, so a keyboard user continues at the target.
    stage.querySelector<HTMLElement>('[aria-roledescription]')?.focus({ preventScroll: true });
  });
  return button;
}
