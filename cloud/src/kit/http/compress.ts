import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Answer, type Exchange, headerOf } from './exchange.ts';

const gzipped = promisify(gzip);

/** A smaller answer would not be smaller by enough. */
const WORTH_IT = 1_024;

/** Whether the client takes this coding, by its Accept-Encoding (RFC 9110 section 12.5.3): named, or any, and not with a weight of 0. */
export const takes = (coding: 'br' | 'gzip', accepted: string): boolean => {
  const weights = new Map(
    accepted.split(',').map((item) => {
      const [name = '', ...parameters] = item.toLowerCase().split(';');
      const weight = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((q) => q !== undefined);
      return [name.trim(), Number(weight ?? 1)] as const;
    }),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
};

/** The answer as this client takes it. Compresses beside this thread. */
export const compressed = async (exchange: Exchange, answer: Answer): Promise<Answer> => {
  const headers = { ...answer.headers, Vary: 'Accept-Encoding' };
  const accepted = headerOf(exchange.request)('accept-encoding') ?? '';
  if (answer.text.length < WORTH_IT || !takes('gzip', accepted)) return { ...answer, headers };
  return { ...answer, bytes: await gzipped(answer.text), headers: { ...headers, 'Content-Encoding': 'gzip' } };
};
