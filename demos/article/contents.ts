/** Marks in the contents the section that is being read. */
export function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const linkOf = new Map(links.map((link) => [document.querySelector(link.hash)!.closest('section')!, link]));
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const link = linkOf.get(target as HTMLElement)!;
        if (isIntersecting) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    // The section that crosses a line a third of the way down.
    { rootMargin: '-33% 0px -66% 0px' },
  );
  for (const section of linkOf.keys()) watcher.observe(section);
}
