/**
 * Control characters, and what turns the direction of text around (UAX #9: embeddings, overrides, isolates): with them a
 * text shows other words than it has. The marks for single letters (U+200E, U+200F, U+061C) stay.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DECEIVING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** A text without characters that deceive whoever reads it: each is shown by its code point, and none is dropped. */
export const shownText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .toWellFormed()
    .replace(DECEIVING, (character) => codePointName(character));

/** Such as `[U+202E]`. */
export const codePointName = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
