import { z } from 'zod';
import { wrongField } from '../../kit/http/validate.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { Consents } from './consents.ts';
import { type SmsEndpointDeps, thePlace } from './new-message.endpoints.ts';
import { smsFaults } from './sms.faults.ts';
import { namesOne, ONE_WAY, PLACE, Recipients } from './sms-shapes.ts';

const endpoint = platformEndpoint<SmsEndpointDeps & { readonly smsConsents: Pick<Consents, 'record'> }>();

const state = z
  .enum(['in', 'out'])
  .describe('`in`: agreed to marketing by text. `out`: wants no text of the organisation at all.');

export const recordConsent = endpoint({
  id: 'sms.record-consent',
  method: 'POST',
  path: '/api/admin/sms/consents',
  summary: 'Record what somebody agreed to, or does not want any more',
  description:
    'What a member or a user has said to staff about texts, in which words, and what proves it. It counts from now on, for whatever is not handed over yet, and is kept with the time that it was said. The number is kept as a keyed hash alone. Whoever answered STOP can only take that back by themselves.',
  gate: { needs: 'admin', in: 'resource' },
  act: 'grave:messages',
  resource: thePlace,
  body: z.strictObject({
    ...PLACE,
    recipient: Recipients.refine(namesOne, ONE_WAY).describe('Who it was.'),
    state,
    wording: z.string().trim().min(1).max(500).describe('What they agreed to, or said, in these words.'),
    proof: z.string().trim().min(1).max(500).describe('What proves it, such as the form and where it lies.'),
  }),
  success: { status: 200, description: 'It is recorded.', schema: z.object({ state }) },
  examples: {
    body: {
      organisationId: 'org_0123456789abcdef',
      facilityId: 'fac_0123456789abcdef',
      recipient: { phoneNumber: '+61400000000' },
      state: 'in',
      wording: 'Yes, tell me about offers by text.',
      proof: 'Joining form of 1 January 2026, in the folder at the desk.',
    },
    success: { state: 'in' },
  },
  faults: { sms_opted_out: smsFaults.sms_opted_out, place_unknown: usersFaults.place_unknown },
  audit: { event: 'sms.consent', target: ({ body }) => body.organisationId },
  handle: async ({ smsMessages, smsConsents }, { body }, { tx, caller }) => {
    const { organisationId: orgId, facilityId = null, recipient, state: given, wording, proof } = body;
    const { found, skipped } = await smsMessages.lookUp(tx, { orgId, facilityId }, [recipient]);
    const [named] = found;
    if (named === undefined)
      throw wrongField('recipient', 'unknown', `nobody can be sent a text so: ${skipped[0]?.reason}`);
    await smsConsents.record(tx, orgId, named, { state: given, wording, proof, by: `user:${caller.user.id}` });
    return { state: given };
  },
});
