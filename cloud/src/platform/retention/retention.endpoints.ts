import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { BY_SAM, By, namedBy } from '../users/actor-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { retentionFaults } from './retention.faults.ts';
import type { KeptFor, RetentionService } from './retention.service.ts';

export interface RetentionEndpointsDeps {
  readonly retention: Pick<RetentionService, 'policy' | 'set'>;
}

const days = z.int().min(1).max(36_500);
const RetentionView = z
  .object({
    data: z.array(
      z.object({
        kind: z.string(),
        what: z.string(),
        keepDays: days,
        defaultDays: days,
        minDays: days,
        maxDays: days,
        setBy: By.nullable().describe('Who set it; null where it is the default.'),
        setAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: 'Retention' });

const viewOf = async (tx: Tx, kinds: readonly KeptFor[]): Promise<z.infer<typeof RetentionView>> => ({
  data: (await namedBy(tx, kinds, 'setBy')).map(({ name, what, days, keepDays, setBy, setAt }) => ({
    kind: name,
    what,
    keepDays,
    defaultDays: days.default,
    minDays: days.min,
    maxDays: days.max,
    setBy,
    setAt: setAt === null ? null : isoOf(setAt),
  })),
});

const KINDS: z.input<typeof RetentionView> = {
  data: [
    {
      kind: 'audit_entry',
      what: 'who called which API, and with what outcome',
      keepDays: 800,
      defaultDays: 400,
      minDays: 30,
      maxDays: 3_650,
      setBy: BY_SAM,
      setAt: '2026-01-01T09:30:00.000Z',
    },
  ],
};
const gate = { needs: 'super-admin', in: 'platform' } as const;

export const readRetention = platformEndpoint<RetentionEndpointsDeps>()({
  id: 'retention.read',
  method: 'GET',
  path: '/api/admin/retention',
  summary: 'Show how long each kind of record is kept',
  description: 'Records older than that are forgotten, once an hour.',
  gate,
  success: { status: 200, description: 'Every kind, with its bounds.', schema: RetentionView },
  examples: { success: KINDS },
  faults: {},
  handle: async ({ retention }, _input, { read }) => read(async (tx) => viewOf(tx, await retention.policy(tx))),
});

export const setRetention = platformEndpoint<RetentionEndpointsDeps>()({
  id: 'retention.set',
  method: 'PUT',
  path: '/api/admin/retention',
  summary: 'Set how long kinds of records are kept',
  description:
    'Kinds that are not named stay as they are, and null is the default again. What is older than the new setting is forgotten within the hour, and does not come back.',
  gate,
  act: 'grave:retention',
  body: z.strictObject({
    kinds: z
      .array(
        z.strictObject({
          kind: z.string().min(1).max(60).describe('As the list names it.'),
          keepDays: days.nullable().describe('Days, within the bounds of the kind. Null: the default.'),
        }),
      )
      .min(1)
      .max(60)
      .describe('The kinds to change.'),
  }),
  success: { status: 200, description: 'Every kind, as it is now.', schema: RetentionView },
  examples: { body: { kinds: [{ kind: 'audit_entry', keepDays: 800 }] }, success: KINDS },
  faults: retentionFaults,
  audit: {
    event: 'retention.set',
    target: ({ body }) =>
      body.kinds
        .map(({ kind }) => kind)
        .join(' ')
        .slice(0, 200),
  },
  handle: async ({ retention }, { body }, { tx, caller }) => {
    const kinds = await retention.set(tx, body.kinds, caller.user.id);
    return viewOf(tx, kinds);
  },
});
