import { readFileSync } from 'node:fs';
import { createReferences } from '@gatehouse/cloud/documents/page/references.ts';
import type { Tx } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { defaultBodyBudgets } from '@gatehouse/cloud/kit/http/byte-budget.ts';
import { endpointsFor } from '@gatehouse/cloud/kit/http/endpoint.ts';
import { mount } from '@gatehouse/cloud/kit/http/mount.ts';
import { memoryRateLimiter } from '@gatehouse/cloud/kit/http/rate-limit.ts';
import { createSurfaceServer } from '@gatehouse/cloud/kit/http/server.ts';
import { createStrangers } from '@gatehouse/cloud/kit/http/strangers.ts';
import { type PublicGate, type Surface, serveSurface } from '@gatehouse/cloud/kit/http/surfaces.ts';
import { announceReady, onStop } from '@gatehouse/shared/control/ready.ts';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { z } from 'zod';

/** The endpoint kit alone: a hot endpoint that does nothing, without a database behind it, and the reference. */
const [keyFile = '', certificateFile = ''] = process.argv.slice(2);

const surface: Surface<{ actor: string; tenant: string }, PublicGate> = {
  name: 'bench',
  basePath: '/bench/v1',
  authorise: () => undefined,
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 100_000,
  faults: {},
  document: {
    title: 'Bench',
    version: '1',
    description: 'Nothing.',
    tags: {},
    words: {},
    security: { name: 'none', type: 'http', scheme: 'basic', description: 'None.' },
  },
};
const nothing = endpointsFor(surface)<object>()({
  id: 'nothing.do',
  method: 'POST',
  unit: 'own',
  path: '/bench/v1/nothing',
  summary: 'Do nothing',
  description: 'Answers.',
  gate: { public: 'It does nothing.' },
  hot: true,
  body: z.object({ facility_id: z.string(), member_id: z.string(), first_name: z.string(), last_name: z.string() }),
  success: { status: 200, description: 'Nothing was done.', schema: z.object({ ok: z.boolean() }) },
  faults: {},
  audit: { event: 'nothing.done', target: () => undefined },
  handle: async () => ({ ok: true }),
});
const references = createReferences({ clock: systemClock });
const dropped = async () => undefined;
const { server, close } = createSurfaceServer({
  kit: {
    clock: systemClock,
    log: { info: dropped, warn: dropped, error: console.error },
    limiter: memoryRateLimiter(systemClock),
    audit: { add: dropped, addAlone: dropped },
    requests: { add: dropped, flush: dropped, close: dropped },
    db: { engine: 'sqlite', read: (work) => work({} as Tx), write: (work) => work({} as Tx) },
    bodies: defaultBodyBudgets(),
    strangers: createStrangers(systemClock),
    undeclared: 'log',
  },
  surfaces: [serveSurface(surface, async () => ({ actor: 'anybody', tenant: 'all' }))],
  endpoints: [mount(nothing, {})],
  pages: [references.page('partner')],
  tls: { keyPem: readFileSync(keyFile, 'utf8'), certificatePem: readFileSync(certificateFile, 'utf8') },
});
onStop(async () => {
  await close();
  await references.close();
});
announceReady({ port: await listen(server, { host: '127.0.0.1', port: 0 }) });
