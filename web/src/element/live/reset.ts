/** A button that puts an arm back where nothing else helps; hidden at first. */
export function makeReset(stage: HTMLElement, reset: () => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'reset';
  button.setAttribute('part', 'reset');
  button.textContent = 'Reset';
  button.hidden = true;
  button.addEventListener('click', () => {
    reset();
    // The button goes; who came to it by keys goes on at the target.
    stage.querySelector<HTMLElement>('[aria-roledescription]')?.focus({ preventScroll: true });
  });
  stage.append(button);
  return button;
}
