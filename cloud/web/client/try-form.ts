/** One field of a form that calls an endpoint. */
export interface TryField {
  /** As it is sent; empty for a body that is one JSON text. */
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  readonly required: boolean;
  /** What it is, with `code` in backticks. */
  readonly more: string;
  /** Of a choice, without the empty one. */
  readonly choices: readonly string[];
  /** What it begins with: the example of the document, as text. */
  readonly value: string;
}

/** An endpoint as the console tries it. */
export interface TryForm {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly TryField[];
}

/** Every endpoint by its chapter and group, in the order of tasks. */
export type TryContents = readonly {
  readonly title: string;
  readonly groups: readonly {
    readonly title: string;
    readonly endpoints: readonly Pick<TryForm, 'id' | 'method' | 'path' | 'title'>[];
  }[];
}[];
