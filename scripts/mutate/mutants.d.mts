export interface Mutant {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

export function mutantsOf(text: string): Mutant[];
export function spread<T>(all: readonly T[], most: number): T[];
