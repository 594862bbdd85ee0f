import { solverNames } from '../../index.ts';
import type { Problem } from '../../core/problem.ts';
import { make } from '../../three/dom.ts';
import type { ArmSettings } from '../attributes.ts';

/** Most iterations per frame that the panel offers. */
const mostSweeps = 20;

/** Changes a setting of the element, as a page would. */
export type Choose = <K extends keyof ArmSettings>(name: K, value: ArmSettings[K]) => void;

function makeToggle(text: string, name: 'hinges' | 'limits', on: boolean, choose: Choose): HTMLElement {
  const input = make('input', { name, type: 'checkbox', checked: on });
  input.addEventListener('change', () => choose(name, input.checked));
  return make('label', {}, text, input);
}

function makeSolver({ solver }: ArmSettings, problem: Problem, choose: Choose): HTMLElement {
  const select = make('select', { name: 'solver' });
  for (const name of solverNames()) {
    const option = new Option(name, name, false, name === solver);
    option.disabled = problem.supports(name) !== true;
    select.append(option);
  }
  select.addEventListener('change', () => choose('solver', select.value as ArmSettings['solver']));
  return make('label', {}, 'Solver', select);
}

function makeSweeps({ sweeps }: ArmSettings, choose: Choose): HTMLElement {
  const max = String(Math.max(mostSweeps, sweeps));
  const input = make('input', { name: 'sweeps', type: 'range', min: '1', max, value: String(sweeps) });
  const output = make('output', {}, String(sweeps));
  input.addEventListener('input', () => {
    output.textContent = input.value;
    choose('sweeps', Number(input.value));
  });
  return make('label', {}, 'Iterations per frame (maxIterations)', input, output);
}

/** The controls under a view. */
export function makeControls(
  settings: ArmSettings,
  problem: Problem,
  choose: Choose,
  reset: () => void,
): HTMLElement[] {
  const button = make('button', { type: 'button', name: 'reset' }, 'Reset');
  button.addEventListener('click', reset);
  return [
    makeSolver(settings, problem, choose),
    makeToggle('Hinges', 'hinges', settings.hinges, choose),
    makeToggle('Limits', 'limits', settings.limits, choose),
    makeSweeps(settings, choose),
    button,
  ];
}
