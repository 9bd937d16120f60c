import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { anAgreement } from '../../agreements/testing/agreements.cases.ts';

const forPeople = (api: PlatformApi, organisationId?: OrgId) =>
  anAgreement(api, { kind: 'club-user', title: 'Waiver' }, organisationId);
const CAME = { by: 'test', remoteAddress: '::1', userAgent: null };
let asked = 0;

/** Somebody who is asked, by e-mail. */
const aCua = async (api: PlatformApi, facilityId: FacilityId = api.world.facilityId, organisationId?: OrgId) => {
  const agreementId = await forPeople(api, organisationId);
  asked += 1;
  const subject = { name: 'Ada Byron', email: `ada-${asked}@example.com` };
  const { clubUserAgreements, db } = api.world;
  const { row } = await db.write(async (tx) => {
    const what = await clubUserAgreements.forPeople(tx, facilityId, agreementId);
    if (what === undefined) throw new Error('it is not asked');
    return clubUserAgreements.create(tx, what, { agreementId, facilityId, subject, deliver: 'email' }, CAME);
  });
  return row.id;
};
const one = async (api: PlatformApi) => ({
  params: { id: await aCua(api) },
  foreign: { id: await aCua(api, api.otherFacilityId, api.otherOrgId) },
  missing: { id: 'cua_zzzzzzzzzzzzzzzz' },
});

export const clubUserAgreementsCases: PlatformCases = {
  'club-user-agreements.list': async ({ world }) => ({ query: { facilityId: world.facilityId } }),
  'club-user-agreements.read': one,
  'club-user-agreements.create': async (api) => ({
    body: {
      agreementId: await forPeople(api),
      facilityId: api.world.facilityId,
      subject: { name: 'Ada Byron', email: 'ada@example.com' },
      deliver: 'desk',
    },
    absent: { body: { agreementId: 'agr_zzzzzzzzzzzzzzzz' } },
  }),
  'club-user-agreements.change': async (api) => ({ ...(await one(api)), body: { action: 'resend' } }),
  'club-user-agreements.delete': one,
};
