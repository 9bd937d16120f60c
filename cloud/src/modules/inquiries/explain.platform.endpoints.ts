import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../db/unit-of-work.ts';
import { accessFault, accessFaults } from '../access/access.faults.ts';
import type { AccessService } from '../access/access.service.ts';
import type { CredentialsService } from '../credentials/credentials.service.ts';
import { doorsFaults } from '../doors/doors.faults.ts';
import type { DoorsService } from '../doors/doors.service.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { noSuchDoor } from './door-states.platform.endpoints.ts';
import { inquiriesFault, inquiriesFaults } from './inquiries.faults.ts';
import { EXAMPLE, Moment, secondOf, timeOf } from './views.ts';

interface Deps {
  readonly db: Pick<Database, 'read'>;
  readonly doors: Pick<DoorsService, 'find' | 'list'>;
  readonly access: Pick<AccessService, 'explain'>;
  readonly credentials: Pick<CredentialsService, 'endingWith'>;
}

/** Explaining takes a thousand times as long as deciding. */
const DOORS_MAX = 100;
const CREDENTIALS_MAX = 5;

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

const Explained = z
  .object({
    at: z.iso.datetime(),
    doors: z.array(ExplainedDoor),
    more: z.boolean().describe(`There are more doors than the ${DOORS_MAX} that one answer explains.`),
    versions: z.object({ timeZones: z.string(), facility: z.int() }),
  })
  .meta({ id: 'ExplainedAccess' });

const AN_EXPLANATION: z.input<typeof Explained> = {
  at: '2026-01-01T09:30:00.000Z',
  doors: [
    {
      doorId: EXAMPLE.doorId,
      name: 'Front door',
      allowed: false,
      reason: 'outside_hours',
      decidedBy: 1,
      steps: [
        { step: 'lockdown', verdict: 'passes', text: 'No lockdown.' },
        {
          step: 'nothing',
          verdict: 'denies',
          reason: 'outside_hours',
          text: 'No grant, plan or window opens this door now.',
        },
      ],
      changes: [{ reason: 'outside_hours', text: 'Nothing opens at this time.' }],
      nextOpen: '2026-01-02T06:00:00.000Z',
    },
  ],
  more: false,
  versions: { timeZones: '2026f', facility: 42 },
};

const gate = { needs: 'facility-staff', in: 'facility' } as const;
const club = FacilityId;
const query = z.strictObject({
  doorId: z.string().max(120).optional().describe('One door. Without it: the doors of the facility, by name.'),
  at: Moment.optional().describe('The moment to explain. Without it: now. Doors count as they are now.'),
});
type Query = z.output<typeof query>;

/** The answer for somebody, or undefined for whom nobody knows. */
const explained = async (
  { doors, access }: Deps,
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
      at: timeOf(answer.atMs),
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

const success = {
  status: 200,
  description: 'The answer for each door.',
  schema: z.object({ data: Explained }),
};
const { door_unknown } = doorsFaults;

export const explainMember = platformEndpoint<Deps>()({
  id: 'explain.member',
  method: 'GET',
  path: '/api/access-control/:club/members/:partnerId/:memberId/explain',
  summary: 'Explain a member’s access',
  description:
    'Would this member of a source get in, and why or why not: every rule that was looked at, with everything that staff and other sources say of the same person, by the rules of the boxes.',
  gate,
  params: z.object({ club, partnerId: PartnerId, memberId: z.string().min(1).max(120) }),
  query,
  examples: {
    params: { club: EXAMPLE.club, partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' },
    query: { doorId: EXAMPLE.doorId },
    success: { data: AN_EXPLANATION },
  },
  success,
  faults: { door_unknown, member_not_here: inquiriesFaults.member_not_here },
  handle: (deps, { params: { club, partnerId, memberId }, query }) =>
    deps.db.read(async (tx) => {
      const data = await explained(deps, tx, club, { member: { partnerId, memberId, facilityId: club } }, query);
      if (data === undefined) throw inquiriesFault('member_not_here', 'This source has sent no such member here.');
      return { data };
    }),
});

export const explainPerson = platformEndpoint<Deps>()({
  id: 'explain.person',
  method: 'GET',
  path: '/api/access-control/:club/people/:personId/explain',
  summary: 'Explain a person’s access',
  description: 'The same for a person whom staff know, whichever memberships they have.',
  gate,
  params: z.object({ club, personId: z.string().max(64) }),
  query,
  examples: {
    params: { club: EXAMPLE.club, personId: 'per_0123456789abcdef' },
    success: { data: AN_EXPLANATION },
  },
  success,
  faults: { door_unknown, person_unknown: accessFaults.person_unknown },
  handle: (deps, { params: { club, personId }, query }) =>
    deps.db.read(async (tx) => {
      const data = await explained(deps, tx, club, { personId, facilityId: club }, query);
      if (data === undefined) throw accessFault('person_unknown', `There is no person ${personId} at this facility.`);
      return { data };
    }),
});

export const explainCredential = platformEndpoint<Deps>()({
  id: 'explain.credential',
  method: 'GET',
  path: '/api/access-control/:club/credentials/explain',
  summary: 'Explain what a card or a short id opens',
  description: `For somebody with a card in the hand: each card and short id that ends so (at most ${CREDENTIALS_MAX}), and what the door says to it. A disabled one is nobody’s to a door. Whether the PIN is right is not asked.`,
  gate,
  params: z.object({ club }),
  query: query.extend({
    endsWith: z
      .string()
      .regex(/^[0-9A-Za-z]{2,4}$/, 'must be the last 2 or 4 characters')
      .describe('The last four characters of the number; two of one with fewer than eight.'),
  }),
  examples: {
    params: { club: EXAMPLE.club },
    query: { endsWith: '4711', doorId: EXAMPLE.doorId },
    success: {
      data: [
        {
          credentialId: 'crd_0123456789abcdef',
          kind: 'card',
          personId: 'per_0123456789abcdef',
          disabled: false,
          asksPin: false,
          access: AN_EXPLANATION,
        },
      ],
      more: false,
    },
  },
  success: {
    status: 200,
    description: 'Those that end so; none where the door knows none.',
    schema: z.object({
      data: z.array(
        z.object({
          credentialId: z.string(),
          kind: z.string(),
          personId: z.string(),
          disabled: z.boolean(),
          asksPin: z.boolean(),
          access: Explained,
        }),
      ),
      more: z.boolean(),
    }),
  },
  faults: { door_unknown },
  handle: (deps, { params: { club }, query: { endsWith, ...question } }) =>
    deps.db.read(async (tx) => {
      const found = await deps.credentials.endingWith(tx, club, endsWith, CREDENTIALS_MAX + 1);
      const data = [];
      for (const { id, person_id: personId, kind, asks_pin, disabled } of found.slice(0, CREDENTIALS_MAX)) {
        const who = disabled === 1 ? { nobodyAt: club } : { personId, facilityId: club };
        const access = await explained(deps, tx, club, who, question);
        if (access !== undefined)
          data.push({ credentialId: id, kind, personId, disabled: disabled === 1, asksPin: asks_pin === 1, access });
      }
      return { data, more: found.length > CREDENTIALS_MAX };
    }),
});
