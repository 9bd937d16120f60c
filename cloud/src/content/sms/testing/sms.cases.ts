import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const content = ({ world }: PlatformApi) => ({
  organisationId: world.orgId,
  facilityId: world.facilityId,
  kind: 'marketing' as const,
  text: 'The pool is open until ten tonight.',
  recipients: [{ phoneNumber: '+61400000000' }],
});

/** A message that waits for its time, of an organisation. */
const aMessage = async (
  { world }: PlatformApi,
  organisationId = world.orgId,
  facilityId = world.facilityId,
): Promise<string> => {
  const { db, smsMessages } = world;
  const given = { organisationId, facilityId, kind: 'marketing' as const, text: 'Hello' };
  const prepared = await smsMessages.ready(db.read, given);
  const made = await db.write((tx) =>
    smsMessages.create(tx, given, prepared, {
      recipients: [{ phoneNumber: '+61400000000' }],
      time: {},
      by: 'user:test',
    }),
  );
  return made.messageId;
};

const ofAMessage = async (api: PlatformApi) => ({
  params: { messageId: await aMessage(api) },
  foreign: { messageId: await aMessage(api, api.otherOrgId, api.otherFacilityId) },
  missing: { messageId: 'sms_zzzzzzzzzzzzzzzz' },
});

/** What names a place in its body: with one that there is not. */
const ofBody = (body: Readonly<Record<string, unknown>>) => ({
  body,
  absent: { body: { ...body, organisationId: 'org_zzzzzzzzzzzzzzzz' } },
});

export const smsCases: PlatformCases = {
  'sms.message-history': async (api) => {
    const after = await aMessage(api);
    await api.moveOn();
    await aMessage(api);
    return { query: { organisationId: api.world.orgId, limit: '2', after } };
  },
  'sms.new-message': async (api) => ofBody(content(api)),
  'sms.schedule': async (api) => ofBody({ ...content(api), sendLocal: '2026-09-01T09:00' }),
  'sms.read': ofAMessage,
  'sms.cancel': ofAMessage,
  'sms.record-consent': async ({ world: { orgId: organisationId, facilityId } }) => {
    const given = { state: 'in', wording: 'Yes to offers by text', proof: 'Form 7' };
    return ofBody({ organisationId, facilityId, recipient: { phoneNumber: '+61400000000' }, ...given });
  },
  'sms.read-quiet-hours': async ({ world: { facilityId } }) => ({ params: { facilityId } }),
  'sms.put-quiet-hours': async ({ world: { facilityId } }) => ({
    params: { facilityId },
    body: { from: '21:00', until: '07:30' },
  }),
};
