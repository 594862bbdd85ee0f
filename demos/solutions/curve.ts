import { make } from '../shell/dom.ts';
import type { Counted } from './arm.ts';

/** How many poses there are over the parameter: those outside the limits pale, those within them full. */
export class Curve {
  readonly element = make('figure', { className: 'curve' });
  private readonly svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  private readonly caption = make('figcaption');

  constructor() {
    this.svg.setAttribute('preserveAspectRatio', 'none');
    this.svg.setAttribute('aria-hidden', 'true');
    this.element.append(this.caption, this.svg);
  }

  /** `degrees`: the values of the parameter; `caption`: the same for those who do not see it. */
  show(counts: readonly Counted[], caption: string): void {
    const most = Math.max(1, ...counts.map(({ all }) => all));
    this.svg.setAttribute('viewBox', `0 0 ${counts.length} ${most}`);
    const bars = (kind: 'all' | 'inside') => {
      const steps = counts.map((each, i) => `V${most - each[kind]}H${i + 1}`).join('');
      return `<path class="${kind}" d="M0 ${most}${steps}V${most}Z" />`;
    };
    this.svg.innerHTML = bars('all') + bars('inside');
    this.caption.textContent = caption;
  }
}

const degreesOf = (angle: number): string => `${Math.round((angle * 180) / Math.PI)}°`.replace('-', '−');

/** From where to where there are poses within the limits. */
export function intervalsOf(counts: readonly Counted[]): readonly string[] {
  const said: string[] = [];
  for (let i = 0; i < counts.length; i += 1) {
    if (counts[i]!.inside === 0) continue;
    const first = i;
    while (i + 1 < counts.length && counts[i + 1]!.inside > 0) i += 1;
    said.push(`${degreesOf(counts[first]!.value)} to ${degreesOf(counts[i]!.value)}`);
  }
  return said;
}
