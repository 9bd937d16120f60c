import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { AccessService } from '../../access/access/access.service.ts';
import type { CredentialsService } from '../../access/credentials/credentials.service.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { Moment } from '../../kit/http/moment.ts';
import { noSuchDoor } from '../../sites/doors/doors.faults.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';

export const EXAMPLE = { facilityId: 'fac_0123456789abcdef', doorId: 'door_0123456789abcdef' };
export const secondOf = (epochS: number): string => isoOf(epochS * 1_000);

export interface ExplainDeps {
  readonly doors: Pick<DoorsService, 'find' | 'list'>;
  readonly access: Pick<AccessService, 'explain'>;
  readonly credentials: Pick<CredentialsService, 'endingWith'>;
}

/** Explaining takes a thousand times as long as deciding. */
const DOORS_MAX = 100;

const Source = z.object({ partnerId: z.string(), name: z.string() });
const Step = z
  .object({
    step: z.string().describe('What was looked at, such as `force_closed`, `plan` or `window`.'),
    verdict: z.enum(['passes', 'denies', 'opens', 'stays_closed']),
    reason: z.string().optional().describe('The reason code that it would deny with.'),
    text: z.string().describe('The same in words.'),
    source: Source.optional(),
    scopeKey: z.string().optional(),
    planZones: z.array(z.string()).optional(),
  })
  .meta({ id: 'ExplainedStep' });

const ExplainedDoor = z
  .object({
    doorId: z.string(),
    name: z.string(),
    allowed: z.boolean(),
    reason: z.string().describe('`granted`, or why not.'),
    via: z.string().optional(),
    source: Source.optional().describe('Whose plan or window opens.'),
    decidedBy: z.int().describe('The place of the step that decided.'),
    steps: z.array(Step).describe('Every rule that was looked at, in order, also what no longer mattered.'),
    changes: z
      .array(z.object({ reason: z.string(), text: z.string() }))
      .describe('Where denied: everything that has to change before the person gets in.'),
    nextOpen: z.iso
      .datetime()
      .optional()
      .describe('Where denied: when grants, plans and windows next open, within 400 days.'),
    nextChange: z.iso.datetime().optional().describe('When the answer next turns, by grants, plans and windows alone.'),
  })
  .meta({ id: 'ExplainedDoor' });

/** How a caller reads it. */
export const Explained = z
  .object({
    at: z.iso.datetime(),
    doors: z.array(ExplainedDoor),
    more: z.boolean().describe(`There are more doors than the ${DOORS_MAX} that one answer explains.`),
    versions: z.object({ timeZones: z.string(), facility: z.int() }),
  })
  .meta({ id: 'ExplainedAccess' });

const passes = (step: string, text: string) => ({ step, verdict: 'passes', text }) as const;

export const AN_EXPLANATION: z.input<typeof Explained> = {
  at: '2026-01-01T23:30:00.000Z',
  doors: [
    {
      doorId: EXAMPLE.doorId,
      name: 'Front door',
      allowed: false,
      reason: 'outside_hours',
      decidedBy: 11,
      steps: [
        passes('lockdown', 'No lockdown.'),
        passes('force_closed', 'Not forced closed.'),
        passes('known', 'The person is known.'),
        passes('banned', 'Not banned.'),
        passes('disabled', 'Not disabled.'),
        passes('blocked', 'Not blocked.'),
        passes('force_open', 'Not forced open.'),
        passes('geofence', 'A reader is at the door.'),
        passes('snapshot_age', 'The cloud was heard 0 s ago; recently enough.'),
        passes('clock', 'The time is 2026-01-01T23:30:00Z.'),
        {
          step: 'window',
          verdict: 'stays_closed',
          reason: 'outside_hours',
          text: 'Weekly windows in UTC are for other times.',
          source: { partnerId: 'ptr_0123456789abcdef', name: 'Acme Members' },
          scopeKey: 'default',
        },
        {
          step: 'nothing',
          verdict: 'denies',
          reason: 'outside_hours',
          text: 'No grant, plan or window opens this door now.',
        },
      ],
      changes: [
        {
          reason: 'outside_hours',
          text: 'A plan, window or grant opens this door to the person at other times. The next opening is shown where there is one.',
        },
      ],
      nextOpen: '2026-01-02T06:00:00.000Z',
      nextChange: '2026-01-02T06:00:00.000Z',
    },
  ],
  more: false,
  versions: { timeZones: '2026f', facility: 42 },
};

export const explainQuery = z.strictObject({
  doorId: z
    .string()
    .max(120)
    .brand<'DoorId'>()
    .optional()
    .describe('One door. Without it: the doors of the facility, by name.'),
  at: Moment.optional().describe('The moment to explain. Without it: now. Doors count as they are now.'),
});
type Query = z.output<typeof explainQuery>;

/** The answer for somebody; undefined for a person or member that is not known. */
export const explained = async (
  { doors, access }: ExplainDeps,
  tx: Tx,
  facilityId: FacilityId,
  who: Parameters<AccessService['explain']>[1],
  { doorId, at }: Query,
): Promise<z.output<typeof Explained> | undefined> => {
  const door = doorId === undefined ? undefined : await doors.find(tx, facilityId, doorId);
  if (doorId !== undefined && door === undefined) throw noSuchDoor(doorId);
  const asked = door === undefined ? await doors.list(tx, facilityId) : [door];
  const atMs = at === undefined ? undefined : Date.parse(at);
  const question = { doors: asked.slice(0, DOORS_MAX), atMs };
  const answer = await access.explain(tx, who, question);
  return (
    answer && {
      at: isoOf(answer.atMs),
      doors: answer.doors.map(viewOfDoor),
      more: asked.length > DOORS_MAX,
      versions: { timeZones: answer.zoneRelease, facility: answer.facilityVersion },
    }
  );
};

type DoorAnswer = NonNullable<Awaited<ReturnType<AccessService['explain']>>>['doors'][number];
const viewOfDoor = (door: DoorAnswer): z.output<typeof ExplainedDoor> => {
  const { decision, nextOpenS, nextChangeS, source } = door;
  return {
    doorId: door.doorId,
    name: door.name,
    allowed: decision.allowed,
    reason: decision.reason,
    ...(decision.allowed && { via: decision.via }),
    ...(source && { source }),
    decidedBy: door.decidedBy,
    steps: door.steps.map(({ planZones, ...step }) => ({ ...step, ...(planZones && { planZones: [...planZones] }) })),
    changes: door.changes.map(({ reason, text }) => ({ reason, text })),
    ...(nextOpenS !== undefined && { nextOpen: secondOf(nextOpenS) }),
    ...(nextChangeS !== undefined && { nextChange: secondOf(nextChangeS) }),
  };
};
