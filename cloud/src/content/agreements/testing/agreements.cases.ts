import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { gathered } from '../../attachments/attachments.service.ts';
import { aPdf } from '../../attachments/testing/some-files.ts';
import type { Given } from '../saving.ts';

/** An agreement of an organisation that is published, unless told otherwise. */
export const anAgreement = (
  { world }: Pick<PlatformApi, 'world'>,
  given: Partial<Given> = {},
  organisationId: OrgId = world.orgId,
): Promise<string> =>
  world.db.write((tx) =>
    world.agreements.save(
      tx,
      undefined,
      {
        organisationId,
        title: 'Operating standards',
        kind: 'club',
        requirement: 'signature',
        body: '# Standards\n\nOpen at six.',
        action: 'publish',
        ...given,
      },
      'test',
    ),
  );

/** The same, acknowledged for a club by somebody. */
export const aSignature = async (api: PlatformApi, organisationId?: OrgId, facilityId = api.world.facilityId) => {
  const agreementId = await anAgreement(api, { requirement: 'checkbox' }, organisationId);
  const { user } = api.callers.manager;
  const signer = { userId: user.id, email: user.email, accountName: 'M', sessionId: null, keyId: null };
  const cameBy = { requestId: 'req', remoteAddress: '::1', userAgent: null, isSimulated: false };
  return api.world.db.write(async (tx) => {
    const { standing } = await api.world.agreements.clubs.document(tx, facilityId, agreementId);
    const signing = { documentSha256: standing.documentSha256 };
    return api.world.agreements.sign(tx, { facilityId, agreementId }, signing, { ...signer, ...cameBy });
  });
};
/** One that shows a file. */
const anIllustrated = async (api: PlatformApi, organisationId?: OrgId) => {
  const { attachments, db } = api.world;
  const id = await attachments.keep(() => gathered({ fileName: 'House rules.pdf', bytes: [aPdf()] }), 'test');
  const { attachmentId } = await db.write((tx) => attachments.settle(tx, id));
  return { agreementId: await anAgreement(api, { attachments: [attachmentId] }, organisationId), attachmentId };
};
const hashOf = async ({ world }: PlatformApi, agreementId: string): Promise<string> => {
  const { standing } = await world.db.read((tx) => world.agreements.clubs.document(tx, world.facilityId, agreementId));
  return standing.documentSha256;
};

const MISSING = { agreementId: 'agr_zzzzzzzzzzzzzzzz' };

export const agreementsCases: PlatformCases = {
  'agreements.list': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'agreements.list-cua-configs': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'agreements.read': async (api) => ({
    params: { agreementId: await anAgreement(api) },
    foreign: { agreementId: await anAgreement(api, {}, api.otherOrgId) },
    missing: MISSING,
  }),
  'agreements.save': async (api) => ({
    body: { agreementId: await anAgreement(api), title: 'Operating standards', action: 'draft' },
    absent: { body: MISSING },
  }),
  'agreements.list-variations': async ({ world }) => ({ query: { facilityId: world.facilityId } }),
  'agreements.put-variation': async (api) => ({
    body: {
      agreementId: await anAgreement(api),
      facilityId: api.world.facilityId,
      clauses: [{ heading: 'Standards', text: null }],
      note: 'They open at seven.',
      fromOn: '2026-01-01',
      untilOn: null,
    },
    absent: { body: MISSING },
  }),
  'agreements.outstanding': async ({ world }) => ({ query: { organisationId: world.orgId } }),
  'agreements.list-of-club': async ({ world }) => ({ params: { club: world.facilityId } }),
  'agreements.list-for-people': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'agreements.read-document': async (api) => ({
    params: { facilityId: api.world.facilityId, agreementId: await anAgreement(api) },
    foreign: { agreementId: await anAgreement(api, {}, api.otherOrgId) },
    missing: MISSING,
  }),
  'agreements.read-attachment': async (api) => ({
    params: { facilityId: api.world.facilityId, ...(await anIllustrated(api)) },
    foreign: await anIllustrated(api, api.otherOrgId),
    missing: { ...MISSING, attachmentId: 'att_zzzzzzzzzzzzzzzz' },
  }),
  'agreements.sign': async (api) => {
    const agreementId = await anAgreement(api);
    return {
      params: { club: api.world.facilityId, agreementid: agreementId },
      body: { documentSha256: await hashOf(api, agreementId), accepted: true, name: 'Kim Example', typed: true },
      foreign: { agreementid: await anAgreement(api, {}, api.otherOrgId) },
      missing: { agreementid: 'agr_zzzzzzzzzzzzzzzz' },
    };
  },
};
