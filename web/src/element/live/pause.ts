/** A button that pauses what moves by itself. */
export function makePause(stage: HTMLElement, isPlaying: boolean, onChange: (isPlaying: boolean) => void) {
  const button = document.createElement('button');
  const show = () => (button.textContent = isPlaying ? 'Pause' : 'Play');
  button.type = 'button';
  button.className = 'pause';
  button.setAttribute('part', 'pause');
  button.addEventListener('click', () => {
    isPlaying = !isPlaying;
    show();
    onChange(isPlaying);
  });
  show();
  stage.append(button);
  return button;
}
