export interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly source: string;
}

export const allowed: readonly string[];
export const bundled: { readonly package: readonly string[]; readonly pages: readonly string[] };
export function shipped(lock?: object): {
  readonly installed: readonly Part[];
  readonly package: readonly Part[];
  readonly pages: readonly Part[];
};
export function complaintsOf(parts: readonly Part[]): string[];
export function noticesOf(where: string, parts: readonly Part[]): string;
