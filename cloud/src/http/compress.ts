import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Exchange, headerOf } from './exchange.ts';

const gzipped = promisify(gzip);

/** A smaller answer would not be smaller by enough. */
const WORTH_IT = 1_024;

/** Whether the client takes gzip, by its Accept-Encoding (RFC 9110 section 12.5.3): named, or any, and not with a weight of 0. */
const takesGzip = (accepted: string): boolean => {
  const weights = new Map(
    accepted.split(',').map((item) => {
      const [coding = '', ...parameters] = item.toLowerCase().split(';');
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined);
      return [coding.trim(), Number(weight ?? 1)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
};

/** The bytes to send instead of a text, and what says so; none where the text goes as it is. Compresses beside this thread. */
export const compressed = async (
  exchange: Exchange,
  text: string,
): Promise<{ readonly bytes?: Uint8Array; readonly headers: Readonly<Record<string, string>> }> => {
  const vary = { Vary: 'Accept-Encoding' };
  if (text.length < WORTH_IT || !takesGzip(headerOf(exchange.request)('accept-encoding') ?? ''))
    return { headers: vary };
  return { bytes: await gzipped(text), headers: { ...vary, 'Content-Encoding': 'gzip' } };
};
