type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/**
 * A JSON text, parsed, with each number that `JSON.parse` would give back in other words (`1.10`, `-0`, one of more digits
 * than a double has) as the text that was sent, alone in a list: so it is still not a text where one is due. For members
 * of which nothing may be lost.
 */
export const parseWithRawNumbers = (text: string): unknown => {
  const keepText: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? [source] : value;
  return JSON.parse(text, keepText as never);
};

/** Whether a JSON value has a number in it. */
export const hasNumber = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(hasNumber) : typeof value === 'number';
