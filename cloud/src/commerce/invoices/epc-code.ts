/** A transfer that a banking app fills in. */
export interface Transfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Such as `12.50`. */
  readonly euros: string;
  readonly text: string;
}

const NAME_MAX = 70;
const TEXT_MAX = 140;
const EUROS_MAX = 999_999_999.99;

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('').trim();

/** What a QR code for a SEPA transfer says (EPC069-12, version 2, UTF-8). Undefined where no such transfer can be made. */
export const epcCode = ({ name, iban, bic, euros, text }: Transfer): string | undefined => {
  const amount = Number(euros);
  if (amount < 0.01 || amount > EUROS_MAX) return undefined;
  const lines = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic ?? '',
    cut(name, NAME_MAX),
    iban,
    `EUR${euros}`,
    '',
    '',
    cut(text, TEXT_MAX),
  ];
  return lines.join('\n');
};
