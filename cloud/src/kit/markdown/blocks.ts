/**
 * A text in Markdown as plain data: what pages, mails and PDF files are made of. Texts are as they are shown: escapes and
 * references are resolved, nothing in them is markup any more.
 */
export type Block =
  | { readonly is: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly is: 'paragraph'; readonly parts: readonly Inline[] }
  /** The text of a list item, without the space of a paragraph around it. */
  | { readonly is: 'line'; readonly parts: readonly Inline[] }
  | { readonly is: 'code'; readonly text: string }
  | { readonly is: 'quote'; readonly blocks: readonly Block[] }
  | List
  | Table
  | { readonly is: 'rule' };

export interface List {
  readonly is: 'list';
  /** The number of the first item; without one the items have bullets. */
  readonly from: number | undefined;
  readonly items: readonly ListItem[];
}
export interface ListItem {
  /** A task is done or not; other items are neither. */
  readonly done: boolean | undefined;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly is: 'table';
  readonly columns: readonly Align[];
  /** Both have as many cells as there are columns. */
  readonly head: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}
export type Align = 'start' | 'middle' | 'end';

export type Inline =
  | { readonly is: 'text' | 'code'; readonly text: string }
  | { readonly is: 'emphasis' | 'strong' | 'struck'; readonly parts: readonly Inline[] }
  /** `to` is an address that may be followed: see `linkAddress`. */
  | { readonly is: 'link'; readonly to: string; readonly parts: readonly Inline[] }
  /** `source` is as it was written: whoever shows pictures decides which are ours. */
  | { readonly is: 'image'; readonly source: string; readonly instead: string }
  | { readonly is: 'break' };
