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

const icon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor"/></svg>';

/** Puts the switch between light and dark into the bar. What equals the system's own theme is not stored. */
export function addThemeSwitch(bar: HTMLElement): void {
  let choice = remembered();
  apply(choice);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  button.title = 'Dark theme';
  button.setAttribute('aria-label', 'Dark theme');
  button.innerHTML = icon;
  const dark = () => (choice ? choice === 'dark' : system.matches);
  const show = () => button.setAttribute('aria-pressed', String(dark()));
  show();
  button.addEventListener('click', () => {
    const next = dark() ? 'light' : 'dark';
    choice = (next === 'dark') === system.matches ? null : next;
    remember(choice);
    apply(choice);
    show();
  });
  system.addEventListener('change', show);
  bar.append(button);
}
