import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:https';
import { createAdmission } from '@gatehouse/cloud/inference/inference/admission.ts';
import { inferenceSurface } from '@gatehouse/cloud/inference/inference/inference-surface.ts';
import type { UpstreamSettings } from '@gatehouse/cloud/inference/inference/models-config.ts';
import { aKey, giveCredit, setFacility } from '@gatehouse/cloud/inference/inference/testing/stored.ts';
import { testUpstreams } from '@gatehouse/cloud/inference/inference/testing/test-upstreams.ts';
import { httpUpstream } from '@gatehouse/cloud/inference/inference/upstream.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import { auditLog } from '@gatehouse/cloud/kit/http/audit.ts';
import { defaultBodyBudgets } from '@gatehouse/cloud/kit/http/byte-budget.ts';
import { requestLog } from '@gatehouse/cloud/kit/http/request-log.ts';
import { createSurfaceServer } from '@gatehouse/cloud/kit/http/server.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { serveSurface } from '@gatehouse/cloud/kit/http/surfaces.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { TLS_OFFERED } from '@gatehouse/shared/tls/tls-options.ts';
import { unlocksAtWorst } from '../unlocks-at-worst.ts';

/**
 * The inference gate on SQLite in front of somebody who answers for models, or, with `proxy`, node:http between the same two. The
 * gate is of a cloud that unlocks too, so often as its parent asks.
 */
const [side = '', databaseFile = '', keyFile = '', certificateFile = '', upstreamUrl = '', upstreamKeyFile = ''] =
  process.argv.slice(2);
const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const tls = { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') };

const serveProxy = async (): Promise<void> => {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Bearer ${readFileSync(upstreamKeyFile, 'utf8').trim()}`;
  const server = createServer(
    { key: tls.keyPem, cert: tls.certificatePem, ...TLS_OFFERED, noDelay: true },
    (asked, response) => {
      const headers = {
        authorization,
        'content-type': 'application/json',
        'content-length': asked.headers['content-length'],
      };
      const sent = request(`${upstreamUrl}/chat/completions`, { method: 'POST', agent, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, { 'content-type': answer.headers['content-type'] });
        answer.pipe(response);
      });
      asked.pipe(sent);
    },
  );
  onStop(async () => void server.close());
  announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }), key: 'none' });
};

const serveGate = async (): Promise<void> => {
  const db = await openDatabase(`sqlite:${databaseFile}`, { clock: systemClock, log: silent });
  await db.migrate();
  const price = { fromInputTokens: 0, inputMicros: 1_000_000, outputMicros: 2_000_000 };
  const model = { id: 'small-1', kind: 'chat', contextTokens: 32_768, maxOutputTokens: 4_096 } as const;
  const settings: UpstreamSettings = {
    name: 'one',
    url: upstreamUrl,
    keyFile: upstreamKeyFile,
    zeroRetention: false,
    cancelCosts: 'whole',
    generations: false,
    models: [{ ...model, outputLimit: 'max_tokens', prices: [price] }],
  };
  testUpstreams.push(httpUpstream(settings, systemClock));
  const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
  await setFacility(db, world.facilityId);
  await giveCredit(world, world.facilityId, 1e12);
  const key = await aKey(db, world.facilityId);
  const kit = {
    clock: systemClock,
    log: silent,
    db: world.db,
    // As often as the bench asks.
    limiter: { take: () => ({ ok: true, remaining: 1, retryAfterMs: 0 }) },
    audit: auditLog(db, world.erasures.pseudonymOf),
    requests: requestLog(db, systemClock, silent),
    bodies: defaultBodyBudgets(),
    strangers: createStrangers(systemClock),
    undeclared: 'log',
  } as const;
  const { noteRefusal } = world.inference;
  const surfaces = [serveSurface(inferenceSurface, createAdmission({ ...world, clock: systemClock, noteRefusal }))];
  const served = createSurfaceServer({ kit, surfaces, endpoints: world.endpoints, tls });
  const beacons = systemClock.every(Seconds(5), () => void world.beacon());
  process.on('message', async ({ unlocks }: { readonly unlocks: number }) => {
    process.send?.({ type: 'sample', p99Ms: await unlocksAtWorst(world, unlocks) });
  });
  onStop(async () => {
    beacons.cancel();
    await served.close();
  });
  announceReady({ port: await listen(served.server, { host: '127.0.0.1', port: 0 }), key: key.text });
};

await (side === 'proxy' ? serveProxy() : serveGate());
