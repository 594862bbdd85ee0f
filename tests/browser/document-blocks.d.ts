declare module 'virtual:document-blocks' {
  export const programs: readonly {
    readonly place: string;
    /** Whether it renders by React. */
    readonly renders: boolean;
    readonly load: () => Promise<unknown>;
  }[];
  export const pages: readonly { readonly place: string; readonly code: string }[];
}
