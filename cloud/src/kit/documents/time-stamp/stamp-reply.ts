import { shownText } from '../../markdown/shown-text.ts';
import { SHA_256, SIGNED_DATA } from '../asn1/identifiers.ts';
import { content, identifierIn, isTagged, members, parse, raw } from '../asn1/read-asn1.ts';
import { NoTimeStamp, type TimeStamp } from './time-authority.ts';
import { signerOf } from './token-signature.ts';

const INTEGER = 2;
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
/** Granted, perhaps otherwise than asked: what it is otherwise is looked at here. */
const GRANTED = [0, 1];
const WORDS_MAX = 200;
/** `YYYYMMDDHHMMSS[.fraction]Z`, as RFC 3161 wants it (section 2.4.2). */
const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/;

export interface Asked {
  readonly sha256: Uint8Array;
  /** A whole number, DER. */
  readonly nonce: Buffer;
}

const timeIn = (text: string): number => {
  const [, year, month, day, hour, minute, second, fraction = '0'] = TIME.exec(text) ?? [];
  const atMs = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  );
  if (Number.isNaN(atMs)) throw new NoTimeStamp('the time stamp has no time');
  return atMs;
};

const words = (text: string): string => shownText(text).replaceAll('\n', ' ').slice(0, WORDS_MAX);

/** What a certificate calls whom it is for: `CN=…` of its subject, a line each. */
const nameIn = (subject: string | undefined): string => {
  const lines = (subject ?? '').split('\n');
  const found = ['CN=', 'O='].flatMap((key) => lines.find((line) => line.startsWith(key))?.slice(key.length) ?? []);
  return words(found[0] ?? lines.join(', '));
};

/** What `TSTInfo` says (RFC 3161 section 2.4.2). */
const infoIn = async (bytes: Buffer) => {
  const [version, , imprint, , time, ...rest] = members(await parse(bytes));
  if (!content(version).equals(Buffer.from([1]))) throw new NoTimeStamp('the time stamp is of another version');
  const [algorithm, hash] = members(imprint);
  // Behind the time: accuracy (a sequence), ordering (a boolean), the nonce, and what has tags.
  const nonce = raw(rest.find(({ idBlock }) => idBlock.tagClass === 1 && idBlock.tagNumber === INTEGER));
  const atMs = timeIn(content(time).toString('latin1'));
  return { algorithm: identifierIn(members(algorithm)[0]), hash: content(hash), nonce, atMs };
};

/** Reads a `TimeStampResp` (RFC 3161 section 2.4.2), and holds it against what was asked. */
export const readReply = async (bytes: Uint8Array, asked: Asked): Promise<TimeStamp> => {
  const reply = await parse(bytes);
  if (reply === undefined) throw new NoTimeStamp('what came is no DER');
  const [status, token] = members(reply);
  const [granted, said] = members(status);
  if (!GRANTED.includes(content(granted)[0] ?? -1) || token === undefined) {
    const why = members(said).map((text) => words(content(text).toString('utf8')));
    throw new NoTimeStamp(['the authority refuses', ...why].join(': ').slice(0, WORDS_MAX));
  }
  const [type, tagged] = members(token);
  const signedData = members(tagged)[0];
  const [, , encapsulated] = members(signedData);
  const [of, inside] = members(encapsulated);
  if (identifierIn(type) !== SIGNED_DATA || identifierIn(of) !== TST_INFO || !isTagged(inside, 0))
    throw new NoTimeStamp('what came is no time stamp');
  const info = content(members(inside)[0]);
  const { algorithm, hash, nonce, atMs } = await infoIn(info);
  if (algorithm !== SHA_256 || !hash.equals(asked.sha256)) throw new NoTimeStamp('the time stamp is of something else');
  if (!nonce.equals(asked.nonce)) throw new NoTimeStamp('the time stamp was asked for by somebody else');
  const certificate = await signerOf(signedData, { type: TST_INFO, bytes: info }, atMs);
  return { token: new Uint8Array(raw(token)), atMs, by: nameIn(certificate.subject) };
};
