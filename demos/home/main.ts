// Defines <limber-arm>; what it draws with is fetched when it comes near the view.
import 'limber/element';

const button = document.querySelector<HTMLButtonElement>('.install button')!;
const said = document.querySelector<HTMLElement>('.install [role=status]')!;

button.addEventListener('click', () => {
  navigator.clipboard.writeText(document.querySelector('.install code')!.textContent).then(
    () => (said.textContent = 'Copied.'),
    () => (said.textContent = 'The browser does not allow copying here.'),
  );
});
