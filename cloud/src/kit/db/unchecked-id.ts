/**
 * Text that is compared with ids of a kind, and may be none: what a caller calls one, a place in a list, a part of what is
 * stored as text. It is looked for and finds nothing where nothing has it, so never what is written as a new reference.
 */
export const uncheckedId = <Id extends string>(text: string): Id => text as Id;
