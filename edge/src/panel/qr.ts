import { encode } from 'uqr';

/** A QR code (ISO/IEC 18004) as one path of dark bars, for an SVG of `size` × `size`: four of quiet zone included. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

const QUIET_ZONE = 4;

export const qrPath = (text: string): QrPath => {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { size, path: data.map(rowPath).join('') };
};

/** Neighbours that are dark as one bar: squares side by side show hairlines where a screen scales them. */
const rowPath = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((dark) => (dark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ]
    .map(({ 0: bar, index }) => `M${index} ${y}h${bar.length}v1h-${bar.length}z`)
    .join('');
