/** The switch between light and dark in the header. A choice equal to the system's theme is not stored. */
type Choice = 'light' | 'dark' | null;

const key = 'limber-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

/** Storage may be forbidden: then the choice lasts as long as the page. */
function remembered(): Choice {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : null;
  } catch {
    return null;
  }
}

function remember(choice: Choice): void {
  try {
    if (choice) localStorage.setItem(key, choice);
    else localStorage.removeItem(key);
  } catch {
    // Nothing to do: see above.
  }
}

function apply(choice: Choice): void {
  const root = document.documentElement;
  if (choice) root.dataset.theme = choice;
  else delete root.dataset.theme;
  const media = choice === 'dark' ? 'all' : choice === 'light' ? 'not all' : '(prefers-color-scheme: dark)';
  for (const source of document.querySelectorAll<HTMLSourceElement>('.poster source')) source.media = media;
}

const button = document.querySelector<HTMLButtonElement>('.bar .theme')!;
let choice = remembered();
const dark = () => (choice ? choice === 'dark' : system.matches);
const show = () => button.setAttribute('aria-pressed', String(dark()));

apply(choice);
show();
button.addEventListener('click', () => {
  const next = dark() ? 'light' : 'dark';
  choice = (next === 'dark') === system.matches ? null : next;
  remember(choice);
  apply(choice);
  show();
});
system.addEventListener('change', show);
