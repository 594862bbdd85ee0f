declare module 'virtual:document-blocks' {
  export const programs: readonly { readonly place: string; readonly load: () => Promise<unknown> }[];
  export const pages: readonly { readonly place: string; readonly code: string }[];
}
