import { arms } from './arms.ts';
import { courses } from './courses.ts';
import { gains, speeds, substepCounts, type Picks } from './address.ts';
import { fill, Fields } from '../shell/fields.ts';

const scales = { speed: speeds, gain: gains, substeps: substepCounts } as const;
type Scale = keyof typeof scales;

const says: Readonly<Record<Scale, (value: number) => string>> = {
  speed: (value) => `${value} ×`,
  gain: (value) => `${value} /s`,
  substeps: String,
};

/** The form in which arm, course and settings are picked. */
export class Panel {
  onPick: ((change: Partial<Picks>) => void) | null = null;
  private readonly fields: Fields;

  constructor(root: ParentNode) {
    this.fields = new Fields(root);
    fill(this.fields.select('arm'), arms);
    fill(this.fields.select('course'), courses);
    this.listen();
  }

  /** Brings all controls in line with the picks. */
  show(picks: Picks): void {
    const { fields } = this;
    fields.select('arm').value = picks.arm.name;
    fields.select('course').value = picks.course.name;
    fields.write('arm-text', picks.arm.text);
    fields.write('course-text', picks.course.text);
    for (const name of Object.keys(scales) as Scale[]) {
      const words = says[name](picks[name]);
      fields.input(name).value = String((scales[name] as readonly number[]).indexOf(picks[name]));
      fields.input(name).setAttribute('aria-valuetext', words);
      fields.write(`${name}-value`, words);
    }
    for (const name of ['frames', 'trails'] as const) fields.input(name).checked = picks[name];
  }

  private listen(): void {
    const { fields } = this;
    const arm = fields.select('arm');
    arm.addEventListener('change', () => this.onPick?.({ arm: arms[arm.selectedIndex]! }));
    const course = fields.select('course');
    course.addEventListener('change', () => this.onPick?.({ course: courses[course.selectedIndex]! }));
    for (const name of Object.keys(scales) as Scale[]) {
      const input = fields.input(name);
      input.max = String(scales[name].length - 1);
      input.addEventListener('input', () => this.onPick?.({ [name]: scales[name][Number(input.value)]! }));
    }
    for (const name of ['frames', 'trails'] as const) {
      const input = fields.input(name);
      input.addEventListener('change', () => this.onPick?.({ [name]: input.checked }));
    }
  }
}
