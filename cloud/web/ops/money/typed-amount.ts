/** As people write amounts: a point and two places at most. Nothing is rounded. */
const AMOUNT = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/;

/** In cents. Undefined where it is no amount, or 0. */
export const centsIn = (text: string): number | undefined => {
  const [, sign, whole, part = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents === 0 ? undefined : sign === '-' ? -cents : cents;
};
