import type { IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:https';
import { gzipSync } from 'node:zlib';
import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import {
  type KeyAndCertificate,
  newAuthority,
  newServerCertificate,
  signRequest,
} from '@gatehouse/shared/tls/certificates.ts';
import { isPrivateName } from '@gatehouse/shared/tls/private-names.ts';
import { ClaimProof, type DesiredState, TokenProof } from '@gatehouse/shared/wire/device-api.ts';
import {
  exportPublicKey,
  importPrivateKey,
  importPublicKey,
  newDeviceKey,
} from '@gatehouse/shared/wire/device-keys.ts';
import { type SigningKey, signJws, verifyJws } from '@gatehouse/shared/wire/jws.ts';

export const A_FACILITY = FacilityId.parse('fac_0123456789abcdef');

type Answer = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Sent as they are, in place of a body. */
  readonly bytes?: Uint8Array;
};
const refuse = (status: number, error: string): Answer => ({
  status,
  body: { error, message: `refused: ${error}`, request_id: 'req_1' },
});

/**
 * The device API of a cloud, over real HTTPS with its own authority, for tests. Change its fields to change its mind: `nowMs`
 * is what its clock says, `madeMs` when its certificate was made.
 */
export const fakeCloud = async (options: { nowMs?: number; madeMs?: number; name?: string } = {}) => {
  const { nowMs = systemClock.wallMs(), name = 'localhost' } = options;
  const { madeMs = nowMs } = options;
  const authority = await newAuthority('Test cloud', madeMs);
  const tls = await newServerCertificate(authority, [name, ...(name === 'localhost' ? ['127.0.0.1'] : [])], madeMs);
  const startedMs = systemClock.monoMs();
  const pem = newDeviceKey().privateKeyPem;
  const commandKey = { kid: 'k1', privateKey: importPrivateKey(pem) };
  const cloud = {
    claimed: false,
    facilityId: A_FACILITY,
    brokerUrl: 'mqtts://127.0.0.1:1',
    commandKeys: [{ kid: 'k1', publicKey: exportPublicKey(commandKey.privateKey) }],
    desired: undefined as DesiredState | undefined,
    /** The page of the facility's snapshot that is asked for. */
    snapshot: undefined as ((asked: { epoch: string | undefined; after: number }) => unknown) | undefined,
    /** PEM: named as the authority of a certificate in place of the one that signed it. */
    authorityShown: undefined as string | undefined,
    /** A cloud of an earlier release signs no time. */
    signsTime: true,
    /** What it signs is said to be the answer to this nonce instead. */
    nonce: undefined as string | undefined,
    signingKey: commandKey as SigningKey,
    /** Each TLS connection that came about, with what was asked over it. */
    connections: [] as string[][],
    /** When set, answers whatever it has an answer for. */
    instead: undefined as ((req: IncomingMessage) => Answer | 'hang' | undefined) | undefined,
    seen: [] as { method: string; path: string; headers: IncomingMessage['headers'] }[],
    lastClaim: undefined as ClaimProof | undefined,
    /** A cloud of an earlier release understands claims that have a hash of the code only. */
    takesCodes: true,
    /** Where it says that boxes are claimed; a cloud of an earlier release does not. */
    claimPage: 'https://console.test/ops/claim' as string | undefined,
    challenges: new Set<string>(),
  };
  const boxKeys = new Map<string, string>();
  const authorities = new Map<FacilityId, Promise<KeyAndCertificate>>();
  const authorityOf = (facilityId: FacilityId): Promise<KeyAndCertificate> => {
    const known = authorities.get(facilityId) ?? newAuthority('Test gym', nowMs, { privateNamesOnly: true });
    authorities.set(facilityId, known);
    return known;
  };
  let count = 0;

  const routes: Record<string, (body: Record<string, string>, req: IncomingMessage) => Promise<Answer> | Answer> = {
    'POST /edge/v1/claims': ({ proof = '' }) => {
      const peeked = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString()) as {
        publicKey: string;
      };
      const verified = verifyJws(proof, () => importPublicKey(peeked.publicKey));
      if (!verified.ok) return refuse(401, 'proof_refused');
      const claim = ClaimProof.parse(verified.payload);
      if (claim.v === 2 && !cloud.takesCodes) return refuse(401, 'proof_refused');
      cloud.lastClaim = claim;
      boxKeys.set(claim.boxId, claim.publicKey);
      const { facilityId, commandKeys } = cloud;
      return cloud.claimed
        ? { status: 200, body: { status: 'claimed', facilityId, commandKeys } }
        : { status: 200, body: { status: 'waiting', expiresInSeconds: 600 } };
    },
    'GET /edge/v1/claim-page': () =>
      cloud.claimPage === undefined ? refuse(404, 'no_route') : { status: 200, body: { url: cloud.claimPage } },
    'POST /edge/v1/challenges': () => {
      const challenge = `challenge-${++count}`;
      cloud.challenges.add(challenge);
      return { status: 200, body: { challenge, expiresInSeconds: 60 } };
    },
    'POST /edge/v1/tokens': ({ proof = '', audience }) => {
      const verified = verifyJws(proof, (kid) => {
        const key = boxKeys.get(kid);
        return key === undefined ? undefined : importPublicKey(key);
      });
      const payload = verified.ok ? TokenProof.parse(verified.payload) : undefined;
      if (payload === undefined || !cloud.challenges.delete(payload.challenge)) return refuse(401, 'proof_refused');
      return {
        status: 200,
        body: { token: `${audience}-token-${++count}`, expiresInSeconds: 600, brokerUrl: cloud.brokerUrl },
      };
    },
    'GET /edge/v1/time': (_body, req) => {
      if (!cloud.signsTime) return refuse(404, 'no_route');
      const nonce = cloud.nonce ?? new URL(req.url ?? '', 'https://cloud').searchParams.get('nonce');
      const wallMs = Math.round(nowMs + systemClock.monoMs() - startedMs);
      return { status: 200, body: { jws: signJws({ v: 1, says: 'time', nonce, wallMs }, cloud.signingKey) } };
    },
    'GET /edge/v1/desired-state': (_body, req) => {
      if (!req.headers.authorization?.startsWith('Bearer edge-token-')) return refuse(401, 'unauthorized');
      if (cloud.desired === undefined) return refuse(403, 'box_not_active');
      const etag = `"${cloud.desired.revision}"`;
      if (req.headers['if-none-match'] === etag) return { status: 304 };
      return { status: 200, body: cloud.desired, headers: { etag } };
    },
    'GET /edge/v1/snapshot': (_body, req) => {
      if (!req.headers.authorization?.startsWith('Bearer edge-token-')) return refuse(401, 'unauthorized');
      if (cloud.snapshot === undefined) return refuse(404, 'no_route');
      const asked = new URL(req.url ?? '', 'https://cloud').searchParams;
      const page = cloud.snapshot({ epoch: asked.get('epoch') ?? undefined, after: Number(asked.get('after')) });
      const packed = req.headers['accept-encoding']?.includes('gzip') === true;
      return packed
        ? { status: 200, bytes: gzipSync(JSON.stringify(page)), headers: { 'content-encoding': 'gzip' } }
        : { status: 200, body: page };
    },
    'POST /edge/v1/certificates': async ({ csr = '' }) => {
      const facility = await authorityOf(cloud.facilityId);
      const signed = await signRequest(facility, csr, isPrivateName, nowMs);
      const authorities = [cloud.authorityShown ?? facility.certificatePem];
      return signed.ok
        ? { status: 200, body: { certificate: signed.certificatePem, authorities } }
        : refuse(422, 'certificate_refused');
    },
  };
  const answer = async (req: IncomingMessage): Promise<Answer | 'hang'> => {
    cloud.seen.push({ method: req.method ?? '', path: req.url ?? '', headers: req.headers });
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const instead = cloud.instead?.(req);
    if (instead !== undefined) return instead;
    const route = routes[`${req.method} ${req.url?.split('?')[0]}`];
    return route === undefined
      ? refuse(404, 'no_route')
      : route(JSON.parse(Buffer.concat(chunks).toString() || '{}'), req);
  };
  const asked = new WeakMap<object, string[]>();
  const server: Server = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (req, res) => {
    asked.get(req.socket)?.push(`${req.method} ${req.url?.split('?')[0]} ${req.headers.authorization ?? 'nobody'}`);
    answer(req).then(
      (given) => {
        if (given === 'hang') return;
        res.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
        res.end(given.bytes ?? (given.body === undefined ? '' : JSON.stringify(given.body)));
      },
      () => res.destroy(),
    );
  });
  server.on('secureConnection', (socket) => {
    const requests: string[] = [];
    asked.set(socket, requests);
    cloud.connections.push(requests);
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    cloud,
    commandKey,
    tls,
    authority,
    authorityOf,
    url: `https://127.0.0.1:${port}`,
    ca: authority.certificatePem,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
