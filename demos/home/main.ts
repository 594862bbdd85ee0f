// Defines <limber-arm>; its drawing code is loaded when it comes near the viewport.
import 'limber/element';

const button = document.querySelector<HTMLButtonElement>('.install button')!;
const said = document.querySelector<HTMLElement>('.install [role=status]')!;

button.addEventListener('click', () => {
  navigator.clipboard.writeText(document.querySelector('.install code')!.textContent).then(
    () => (said.textContent = 'Copied.'),
    () => (said.textContent = 'The browser does not allow copying here.'),
  );
});
