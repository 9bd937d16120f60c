import { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { accessFault, accessFaults } from '../../access/access/access.faults.ts';
import { facilityParams } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { doorsFaults } from '../../sites/doors/doors.faults.ts';
import { accessExplainFault, accessExplainFaults } from './access-explain.faults.ts';
import { AN_EXPLANATION, EXAMPLE, type ExplainDeps, Explained, explained, explainQuery } from './explained.ts';

const CREDENTIALS_MAX = 5;
const gate = { needs: 'facility-staff', in: 'facility' } as const;
const success = {
  status: 200,
  description: 'The answer for each door.',
  schema: Explained,
};
const { door_unknown } = doorsFaults;

export const explainMember = platformEndpoint<ExplainDeps>()({
  id: 'explain.member',
  method: 'GET',
  path: '/api/access-control/:facilityId/members/:partnerId/:memberId/explain',
  graph: {
    on: 'Member',
    as: 'access',
    with: { facilityId: 'facilityId', partnerId: 'partnerId', memberId: 'memberId' },
  },
  summary: 'Explain a member’s access',
  description:
    'Would this member of a source get in, and why or why not: every rule that was looked at, with everything that staff and other sources say of the same person, by the rules of the boxes.',
  gate: { ...gate, atDesk: true },
  params: z.object({
    ...facilityParams,
    partnerId: PartnerId.describe('The source.'),
    memberId: z.string().min(1).max(120).describe('The member, by the source’s own id.'),
  }),
  query: explainQuery,
  examples: {
    params: { facilityId: EXAMPLE.facilityId, partnerId: 'ptr_0123456789abcdef', memberId: 'M-1001' },
    query: { doorId: EXAMPLE.doorId },
    success: AN_EXPLANATION,
  },
  success,
  faults: { door_unknown, member_not_here: accessExplainFaults.member_not_here },
  handle: (deps, { params: { facilityId, partnerId, memberId }, query }, { read }) =>
    read(async (tx) => {
      const answer = await explained(deps, tx, facilityId, { member: { partnerId, memberId, facilityId } }, query);
      if (answer === undefined)
        throw accessExplainFault('member_not_here', 'This source has sent no such member here.');
      return answer;
    }),
});

export const explainPerson = platformEndpoint<ExplainDeps>()({
  id: 'explain.person',
  method: 'GET',
  path: '/api/access-control/:facilityId/people/:personId/explain',
  graph: { on: 'Person', as: 'access', with: { facilityId: 'facilityId', personId: 'personId' } },
  summary: 'Explain a person’s access',
  description: 'The same for a person whom staff know, whichever memberships they have.',
  gate: { ...gate, atDesk: true },
  params: z.object({ ...facilityParams, personId: z.string().max(64).describe('The person.') }),
  query: explainQuery,
  examples: {
    params: { facilityId: EXAMPLE.facilityId, personId: 'per_0123456789abcdef' },
    success: AN_EXPLANATION,
  },
  success,
  faults: { door_unknown, person_unknown: accessFaults.person_unknown },
  handle: (deps, { params: { facilityId, personId }, query }, { read }) =>
    read(async (tx) => {
      const answer = await explained(deps, tx, facilityId, { personId, facilityId }, query);
      if (answer === undefined) throw accessFault('person_unknown', `There is no person ${personId} at this facility.`);
      return answer;
    }),
});

export const explainCredential = platformEndpoint<ExplainDeps>()({
  id: 'explain.credential',
  method: 'GET',
  path: '/api/access-control/:facilityId/credentials/explain',
  summary: 'Explain what a card or a short id opens',
  description: `For somebody with a card in the hand: each card and short id that ends so (at most ${CREDENTIALS_MAX}), and what the door says to it. A disabled one is nobody’s to a door. Whether the PIN is right is not asked.`,
  gate,
  params: z.object(facilityParams),
  query: explainQuery.extend({
    endsWith: z
      .string()
      .regex(/^[0-9A-Za-z]{2,4}$/, 'must be the last 2 or 4 characters')
      .describe('The last four characters of the number; two of one with fewer than eight.'),
  }),
  examples: {
    params: { facilityId: EXAMPLE.facilityId },
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
      more: z.boolean().describe(`There are more than the ${CREDENTIALS_MAX} that one answer explains.`),
    }),
  },
  faults: { door_unknown },
  handle: (deps, { params: { facilityId }, query: { endsWith, ...question } }, { read }) =>
    read(async (tx) => {
      const found = await deps.credentials.endingWith(tx, facilityId, endsWith, CREDENTIALS_MAX + 1);
      const data = [];
      for (const { id, person_id: personId, kind, asks_pin, disabled } of found.slice(0, CREDENTIALS_MAX)) {
        const who = disabled === 1 ? { nobodyAt: facilityId } : { personId, facilityId };
        const access = await explained(deps, tx, facilityId, who, question);
        if (access !== undefined)
          data.push({ credentialId: id, kind, personId, disabled: disabled === 1, asksPin: asks_pin === 1, access });
      }
      return { data, more: found.length > CREDENTIALS_MAX };
    }),
});
