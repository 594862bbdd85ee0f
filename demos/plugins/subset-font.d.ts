declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2';
    /** A number pins an axis. */
    variationAxes?: Readonly<Record<string, number | { min: number; max: number }>>;
  }
  export default function subset(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>;
}
