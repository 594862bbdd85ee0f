/**
 * Resolves when the view is drawn, has failed or is out of sight, at once if there is none. Then the page loads the
 * rest, and on a first visit its fonts: see plugins/loading.ts.
 */
export async function firstDrawn(stage: HTMLElement | null): Promise<void> {
  if (stage && !isOver(stage)) await over(stage);
  document.documentElement.dataset.firstDrawn = String(performance.now());
  dispatchEvent(new Event('first-drawn'));
}

const isOver = ({ dataset }: HTMLElement): boolean => 'drawn' in dataset || dataset.state === 'failed';

const over = (stage: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      changes.disconnect();
      sight.disconnect();
      resolve();
    };
    const changes = new MutationObserver(() => isOver(stage) && end());
    // A busy page hears of several changes at once.
    const sight = new IntersectionObserver((entries) => !entries.at(-1)!.isIntersecting && end());
    changes.observe(stage, { attributeFilter: ['data-drawn', 'data-state'] });
    sight.observe(stage);
  });
