import { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy } from '../../platform/users/actor-surface.ts';
import { DONE, Done } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { A_KEY, KEY, ORGANISATION, PARTNER, SETTINGS } from './examples.ts';
import { partnersFaults } from './partners.faults.ts';
import type { PartnersService } from './partners.service.ts';

type Deps = { readonly partners: Pick<PartnersService, 'keysAt' | 'consent' | 'withdraw'> };

const gate = { needs: 'org-admin', in: 'organisation' } as const;
const query = z.strictObject({ organisationId: OrgId.describe('The organisation whose data the keys may reach.') });
const OF_ORGANISATION = { organisationId: ORGANISATION };
const params = z.object({ keyId: z.uuid().describe('A key of a partner that may know of the organisation.') });
/** What consent and its withdrawal have in common. */
const consent = {
  path: '/api/partner-keys/:keyId/consent',
  act: 'grave:keys',
  gate,
  params,
  query,
  success: { status: 200, description: 'It is so now.', schema: Done },
  examples: { params: KEY, query: OF_ORGANISATION, success: DONE },
  faults: { unknown_key: partnersFaults.unknown_key },
} as const;
const keyOf = ({ params }: { readonly params: { readonly keyId: string } }) => params.keyId;

const KeyHere = z
  .object({
    keyId: z.string(),
    partnerId: z.string(),
    partnerName: z.string(),
    label: z.string(),
    redacted: z.string().describe('How its text begins.'),
    type: z.enum(['live', 'dryrun', 'read-only']),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable().describe('Up to ten seconds old, wherever it was used.'),
    madeBy: By.nullable().describe(
      'Who made it, or made the one that it was rotated from; null where nobody is on record.',
    ),
    reaches: z.boolean().describe('Whether it reaches the facilities of the organisation.'),
    consentedBy: By.nullable().describe('Who let it; null where it was made for the organisation.'),
    consentedAt: z.string().nullable(),
  })
  .meta({ id: 'PartnerKeyAtOrganisation' });

export const listKeysAtOrganisation = platformEndpoint<Deps>()({
  id: 'partner-keys.at-organisation',
  method: 'GET',
  path: '/api/partner-keys',
  graph: { on: 'Organisation', as: 'partnerKeys', with: { organisationId: 'organisationId' } },
  summary: 'List the partner keys that reach an organisation, or could',
  description:
    'The usable keys of every partner that may know of the organisation. One that was made before the partner was connected reaches nothing here until an admin of the organisation consents to it.',
  gate,
  query,
  success: { status: 200, description: 'All of them, by partner.', schema: listSchema(KeyHere) },
  examples: {
    query: OF_ORGANISATION,
    success: {
      data: [
        {
          ...KEY,
          ...PARTNER,
          partnerName: SETTINGS.name,
          label: A_KEY.label,
          redacted: A_KEY.redacted,
          type: A_KEY.type,
          createdAt: A_KEY.createdAt,
          lastUsedAt: A_KEY.lastUsedAt,
          madeBy: BY_SAM,
          reaches: false,
          consentedBy: null,
          consentedAt: null,
        },
      ],
    },
  },
  faults: {},
  handle: async ({ partners }, { query: { organisationId } }, { read }) => ({
    data: await read(async (tx) => namedBy(tx, await partners.keysAt(tx, organisationId), 'madeBy', 'consentedBy')),
  }),
});

export const consentToKey = platformEndpoint<Deps>()({
  ...consent,
  id: 'partner-keys.consent',
  method: 'PUT',
  stepUp: true,
  summary: 'Let a partner key reach an organisation',
  description:
    'From the next request on, as far as the partner’s integration is enabled at the facilities. A key that is made in its place by rotation reaches as much and no more.',
  audit: { event: 'partner-key.consent', target: keyOf },
  handle: async ({ partners }, { params: { keyId }, query: { organisationId } }, { tx, caller }) => {
    await partners.consent(tx, organisationId, keyId, caller.user.id);
    return DONE;
  },
});

export const withdrawConsent = platformEndpoint<Deps>()({
  ...consent,
  id: 'partner-keys.withdraw',
  method: 'DELETE',
  summary: 'Keep a partner key from reaching an organisation',
  description:
    'The very next request with it finds nothing of the organisation, on every replica, also where the key was made for it. Other organisations are not concerned.',
  audit: { event: 'partner-key.withdraw', target: keyOf },
  handle: async ({ partners }, { params: { keyId }, query: { organisationId } }, { tx }) => {
    await partners.withdraw(tx, organisationId, keyId);
    return DONE;
  },
});
