/** For e-mail and notifications, of what somebody typed: one line, and not for ever. */
export const oneLine = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a line.
  [...text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ')].slice(0, 80).join('').trim();
