/** What somebody holds to a reader, or types. */
export type Held =
  | { readonly by: 'card'; readonly card: string; readonly pin?: string | undefined }
  | { readonly by: 'keypad'; readonly shortId: string; readonly pin: string }
  | { readonly by: 'qr'; readonly text: string };
