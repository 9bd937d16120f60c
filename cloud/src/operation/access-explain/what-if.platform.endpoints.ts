import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { ChangedAccess } from '../../access/access/access.module.ts';
import type { AccessService } from '../../access/access/access.service.ts';
import type { MembersService } from '../../access/members/members.service.ts';
import { scopesFaults } from '../../access/scopes/scopes.faults.ts';
import { AccessTarget } from '../../access/scopes/scopes.module.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import { nextPage } from '../../kit/http/paging.ts';
import { ingestFaults } from '../../kit/ingest/ingest.faults.ts';
import { facilityParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { accessExplainFault, accessExplainFaults } from './access-explain.faults.ts';
import { EXAMPLE, secondOf } from './explained.ts';

interface Deps {
  readonly members: Pick<MembersService, 'dryRun'>;
  readonly scopes: Pick<ScopesService, 'checkTarget' | 'sourcesOf'>;
  readonly access: Pick<AccessService, 'whatIf'>;
}

const ITEMS_MAX = 1_000;
const LOOKED_MAX = 1_000;
const CHANGED_NAMED = 500;
const INTERVALS_NAMED = 50;
/** Serialising an answer blocks the event loop: this bounds for how long. */
const INTERVALS_ANSWERED = 20_000;

const partnerId = PartnerId.describe('The source whose members, keys or plans are meant.');
const target = AccessTarget.nullable().describe('What it would stand for; null: it is mapped to nothing.');
const Proposed = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('members'),
    partnerId,
    members: z
      .array(z.record(z.string().max(120), z.unknown()))
      .min(1)
      .max(ITEMS_MAX)
      .describe('Items as the partner pushes them, windows and revision too. The facility is that of the path.'),
  }),
  z.strictObject({
    kind: z.literal('scope-key'),
    partnerId,
    key: z.string().min(1).max(120).describe('The scope key, as the source’s windows have it.'),
    target,
  }),
  z.strictObject({
    kind: z.literal('plan-zone'),
    partnerId,
    name: z.string().min(1).max(250).describe('The zone, as the source’s plans have it.'),
    target,
  }),
  z.strictObject({ kind: z.literal('integration-off'), partnerId }),
]);

const Interval = z.object({ from: z.iso.datetime(), to: z.iso.datetime() });
const Changed = z
  .object({
    memberIds: z.array(z.string()).describe('The members of the source who are this person.'),
    personId: z.string().optional(),
    name: z.string().optional(),
    doors: z.array(
      z.object({
        doorId: z.string(),
        gains: z.array(Interval),
        loses: z.array(Interval),
        more: z.boolean().describe(`There are more than the ${INTERVALS_NAMED} intervals that are named of each.`),
      }),
    ),
  })
  .meta({ id: 'ChangedAccess' });

export const askWhatIf = platformEndpoint<Deps>()({
  id: 'what-if.ask',
  method: 'POST',
  path: '/api/access-control/:facilityId/what-if',
  summary: 'Ask who would gain and who would lose access',
  description: `What a push of members, another mapping of a scope key or of a plan’s zone, or the end of an integration would change in the coming seven days: at which doors, and when. Nothing is written, and no box is told. Items are judged as a push of them would be: those that it would skip are named. Everything else stays as it is, other sources and staff’s words with it; doors count as in no maintenance. One request looks at up to ${LOOKED_MAX} members, for some seconds; \`next\` goes on.`,
  gate: { needs: 'facility-manager', in: 'facility' },
  readsOnly: true,
  params: z.object(facilityParams),
  bodyLimit: { bytes: 4_000_000, keys: 400_000 },
  body: z
    .strictObject({
      change: Proposed.describe('What would be otherwise.'),
      after: z.string().min(1).max(120).optional().describe('What the last answer gave as `next`.'),
      limit: z.int().min(1).max(LOOKED_MAX).default(LOOKED_MAX).describe('How many members are looked at: 1 to 1,000.'),
    })
    .meta({ id: 'WhatIf' }),
  examples: {
    params: { facilityId: EXAMPLE.facilityId },
    body: {
      change: { kind: 'scope-key', partnerId: 'ptr_0123456789abcdef', key: 'pool', target: { to: 'facility' } },
    },
    success: {
      data: [
        {
          memberIds: ['M-1001'],
          name: 'Ada Byron',
          doors: [
            {
              doorId: EXAMPLE.doorId,
              gains: [{ from: '2026-01-02T06:00:00.000Z', to: '2026-01-02T22:00:00.000Z' }],
              loses: [],
              more: false,
            },
          ],
        },
      ],
      from: '2026-01-01T09:30:00.000Z',
      to: '2026-01-08T09:30:00.000Z',
      looked: 1,
      gaining: 1,
      losing: 0,
      unnamed: 0,
      skipped: [],
      next: null,
    },
  },
  success: {
    status: 200,
    description: 'Who would gain, and who would lose.',
    schema: z.object({
      data: z.array(Changed).describe('Who would gain or lose.'),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      looked: z.int().describe('People whose week was compared.'),
      gaining: z.int(),
      losing: z.int(),
      unnamed: z
        .int()
        .describe(
          `How many more change than those who are named: ${CHANGED_NAMED} at most, and fewer where their intervals are more than ${INTERVALS_ANSWERED}.`,
        ),
      skipped: z.array(z.object({ index: z.int(), reason: z.string() })).describe('Items that a push would skip.'),
      next: nextPage,
    }),
  },
  faults: {
    source_not_here: accessExplainFaults.source_not_here,
    door_unknown: doorsFaults.door_unknown,
    access_scope_unknown: scopesFaults.access_scope_unknown,
    validation_failed: ingestFaults.validation_failed,
  },
  audit: { event: 'access.what_if', target: ({ body: { change } }) => `${change.kind} of ${change.partnerId}` },
  handle: async ({ members, scopes, access }, { params: { facilityId }, body: { change, after, limit } }, { read }) => {
    await read(async (tx) => {
      const sources = await scopes.sourcesOf(tx, facilityId);
      if (!sources.some((source) => source.partnerId === change.partnerId))
        throw accessExplainFault('source_not_here', 'There is no such source at this facility.');
      if ('target' in change && change.target !== null) await scopes.checkTarget(tx, facilityId, change.target);
    });
    const tried =
      change.kind === 'members'
        ? await members.dryRun({ partnerId: change.partnerId, facilityId }, change.members)
        : undefined;
    const asked =
      change.kind === 'members'
        ? { kind: change.kind, partnerId: change.partnerId, members: tried?.members ?? [] }
        : change;
    const found = await access.whatIf(facilityId, asked, { after, limit });
    const named = answered(found.changed);
    const changes = (direction: 'gains' | 'loses') =>
      found.changed.filter(({ doors }) => doors.some((door) => door[direction].length > 0)).length;
    return {
      from: secondOf(found.fromS),
      to: secondOf(found.toS),
      looked: found.looked,
      gaining: changes('gains'),
      losing: changes('loses'),
      data: named.map(({ memberIds, personId, name, doors }) => ({
        memberIds: [...memberIds],
        ...(personId !== undefined && { personId }),
        ...(name !== undefined && { name }),
        doors: doors.map(({ doorId, gains, loses }) => ({
          doorId,
          gains: gains.slice(0, INTERVALS_NAMED).map(interval),
          loses: loses.slice(0, INTERVALS_NAMED).map(interval),
          more: Math.max(gains.length, loses.length) > INTERVALS_NAMED,
        })),
      })),
      unnamed: found.changed.length - named.length,
      skipped: [...(tried?.skipped ?? [])],
      next: found.next ?? null,
    };
  },
});

/** As many as an answer takes, in their order; never none of some. */
const answered = (changed: readonly ChangedAccess[]): readonly ChangedAccess[] => {
  let intervals = 0;
  const end = changed.findIndex(({ doors }, i) => {
    for (const { gains, loses } of doors)
      intervals += Math.min(gains.length, INTERVALS_NAMED) + Math.min(loses.length, INTERVALS_NAMED);
    return i > 0 && intervals > INTERVALS_ANSWERED;
  });
  return changed.slice(0, Math.min(CHANGED_NAMED, end < 0 ? changed.length : end));
};

const interval = ({ fromS, toS }: { readonly fromS: number; readonly toS: number }) => ({
  from: secondOf(fromS),
  to: secondOf(toS),
});
