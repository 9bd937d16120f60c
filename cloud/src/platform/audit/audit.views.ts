import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { NamedEntry, Who } from './audit-names.ts';
import type { Counts, Statistics } from './audit-statistics.ts';
import type { Period } from './audit-windows.ts';

export const WhoView = z
  .object({
    kind: z.enum(['user', 'partner', 'box', 'other']).describe('`other`: a device that had no identity yet.'),
    actorId: z.string(),
    keyId: z.string().nullable().describe('Of a partner: which of its keys.'),
    email: z.string().nullable().describe('Of a user, as long as it is known.'),
    name: z.string().nullable(),
    deleted: z.boolean().describe('Of a user: whether they were deleted since.'),
  })
  .meta({ id: 'AuditActor' });

const name = z.string().nullable();

export const EntryView = z
  .object({
    entryId: z.string(),
    at: z.iso.datetime().describe('When the request came.'),
    event: z.string(),
    endpoint: z.string(),
    actor: WhoView.describe('Who sent the request.'),
    actingAs: WhoView.nullable().describe('Whom they acted as, where that was somebody else.'),
    organisation: z.object({ organisationId: z.string(), name }).nullable(),
    facility: z.object({ facilityId: z.string(), name }).nullable(),
    target: z.string().nullable().describe('What it was done to.'),
    outcome: z
      .string()
      .describe(
        '`ok`, `replayed` (what an earlier request with the same idempotency key got), or the code of the error.',
      ),
    status: z.int(),
    durationMs: z.int(),
    requestId: z.string(),
    remoteAddress: z.string(),
    via: z
      .string()
      .describe(
        'Which way the request came in. `http`: at the path of the endpoint itself. `socket`: over the live socket.',
      ),
    sessionId: z
      .string()
      .nullable()
      .describe('The session of a console that it came in; null where it came with a key.'),
  })
  .meta({ id: 'AuditEntry' });

/** Who examples are about. */
export const SAM: z.input<typeof WhoView> = {
  kind: 'user',
  actorId: 'usr_0123456789abcdef',
  keyId: null,
  email: 'sam@example.com',
  name: 'Sam Rivers',
  deleted: false,
};
export const AN_ENTRY: z.input<typeof EntryView> = {
  entryId: 'aud_0123456789abcdef',
  at: '2026-01-01T09:30:00.000Z',
  event: 'admin-note.put',
  endpoint: 'admin-notes.put',
  actor: SAM,
  actingAs: null,
  organisation: { organisationId: 'org_0123456789abcdef', name: 'Riverside Strength' },
  facility: { facilityId: 'fac_0123456789abcdef', name: 'Riverside Strength Brisbane' },
  target: 'note_0123456789abcdef',
  outcome: 'note_unknown',
  status: 404,
  durationMs: 6,
  requestId: 'req_0123456789abcdef',
  remoteAddress: '192.0.2.1',
  via: 'http',
  sessionId: null,
};

export const whoView = ({ kind, id, keyId, email, name, deleted }: Who): z.output<typeof WhoView> => ({
  kind,
  actorId: id,
  keyId: keyId ?? null,
  email: email ?? null,
  name: name ?? null,
  deleted: deleted ?? false,
});

export const entryView = (found: NamedEntry): z.output<typeof EntryView> => ({
  entryId: found.entry.id,
  at: isoOf(found.entry.at),
  event: found.entry.event,
  endpoint: found.entry.endpoint,
  actor: whoView(found.who),
  actingAs: found.actingAs && whoView(found.actingAs),
  organisation: found.organisation && { organisationId: found.organisation.id, name: found.organisation.name ?? null },
  facility: found.facility && { facilityId: found.facility.id, name: found.facility.name ?? null },
  target: found.entry.target,
  outcome: found.entry.outcome,
  status: found.entry.status,
  durationMs: found.entry.duration_ms,
  requestId: found.entry.request_id,
  remoteAddress: found.entry.remote_address,
  via: found.entry.via,
  sessionId: found.entry.session_id,
});

const period = { from: z.iso.datetime(), to: z.iso.datetime() };
export const periodView = ({ from, to }: Period) => ({ from: isoOf(from), to: isoOf(to) });

export const countFields = {
  total: z.int(),
  succeeded: z.int(),
  refused: z.int().describe('Answered with a status of 400 to 499.'),
  failed: z.int().describe('Answered with a status of 500 or more.'),
};

export const statisticsFields = {
  ...period,
  ...countFields,
  averageMs: z.int(),
  longestMs: z.int(),
  callers: z.int().describe('How many different callers there were.'),
  endpoints: z
    .array(z.object({ endpoint: z.string(), ...countFields, averageMs: z.int() }))
    .describe('The 25 busiest.'),
  errors: z
    .array(z.object({ outcome: z.string(), status: z.int(), count: z.int() }))
    .describe('The 25 most frequent codes.'),
  mostActive: z.array(z.object({ actor: WhoView, count: z.int() })).describe('The 10 busiest callers.'),
};

const countsView = ({ total, succeeded, refused, failed }: Counts) => ({ total, succeeded, refused, failed });

export const statisticsView = (found: Statistics) => ({
  ...periodView(found),
  ...countsView(found.counts),
  averageMs: found.durationMs.average,
  longestMs: found.durationMs.longest,
  callers: found.callers,
  endpoints: found.endpoints.map(({ endpoint, counts, averageMs }) => ({
    endpoint,
    ...countsView(counts),
    averageMs,
  })),
  errors: [...found.errors],
  mostActive: found.mostActive.map(({ who, count }) => ({ actor: whoView(who), count })),
});

export const failureFields = {
  ...period,
  ...countFields,
  text: z.string().describe('The same in words, a line for each kind of failure.'),
  failures: z
    .array(
      z.object({
        endpoint: z.string(),
        outcome: z.string(),
        status: z.int(),
        count: z.int(),
        callers: z.int(),
        mostAffected: z.array(z.object({ actor: WhoView, count: z.int() })),
      }),
    )
    .describe('The 25 most frequent, by endpoint and code.'),
};
export const periodFields = period;
export { countsView };
