import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ProviderSilent, providerRequest } from '../../outbound/provider-request.ts';
import { identifier, integer, NULL, octets, sequence, tagged } from '../asn1/der.ts';
import { SHA_256 } from '../asn1/identifiers.ts';
import { readReply } from './stamp-reply.ts';
import { NoTimeStamp, type TimeAuthority } from './time-authority.ts';

const NONCE_BYTES = 16;
const VERSION = integer(Buffer.from([1]));
const TRUE = tagged(0x01, Buffer.from([0xff]));
const QUERY = 'application/timestamp-query';
const REPLY = 'application/timestamp-reply';
const REPLY_BYTES_MAX = 65_536;
/** So much room there is for one in a file, beside the certificates of the seal. */
const TOKEN_BYTES_MAX = 12_288;

/** Reads `TSA_URL` of the environment. */
export const readTimeAuthority = (
  { TSA_URL: url }: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string | undefined => {
  if (url !== undefined && !(/^https?:\/\/[^?#@\s]+$/.test(url) && URL.canParse(url)))
    problems.push('TSA_URL: must be https://host, and a path if it has one');
  return url;
};

/** An authority that speaks RFC 3161 over HTTP (section 3.4). It learns a hash, and nothing of what that is of. */
export const rfc3161 = ({
  url,
  clock,
  random,
}: {
  readonly url: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly random: RandomBytes;
}): TimeAuthority => ({
  stamp: async (sha256) => {
    const imprint = sequence(sequence(identifier(SHA_256), NULL), octets(sha256));
    const nonce = integer(random(NONCE_BYTES));
    // With its certificate: whoever verifies it later has nothing but the token.
    const query = sequence(VERSION, imprint, nonce, TRUE);
    const sent = { method: 'POST', headers: { 'content-type': QUERY, accept: REPLY }, body: new Uint8Array(query) };
    const at = new URL(url);
    const { status, headers, bytes } = await providerRequest(at, { ...sent, bytesMax: REPLY_BYTES_MAX }, clock);
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (status !== 200 || type !== REPLY) throw new ProviderSilent(`${at.host}: ${status}, and no time stamp`);
    const stamp = await readReply(bytes, { sha256, nonce });
    if (stamp.token.length > TOKEN_BYTES_MAX) throw new NoTimeStamp('the time stamp is too long for a file');
    return stamp;
  },
});
