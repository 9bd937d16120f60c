import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { By, oneNamedBy } from '../users/actor-surface.ts';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import { singleSignOnFault, singleSignOnFaults } from './single-sign-on.faults.ts';
import type { SingleSignOnService } from './single-sign-on.service.ts';

const endpoint = platformEndpoint<{ readonly singleSignOn: SingleSignOnService }>();
const { no_single_sign_on, provider_refused, provider_unreachable } = singleSignOnFaults;
const { place_unknown } = usersFaults;

/** Whoever sets it says who is who in the organisation. */
const gate = { needs: 'org-admin', in: 'organisation' } as const;
const path = '/api/organisations/:organisationId/single-sign-on';
const params = z.strictObject({ organisationId: z.string().max(64).describe('The organisation.').brand<'OrgId'>() });
const A_PLACE = { organisationId: 'org_0123456789abcdef' };

const issuer = z
  .url({ protocol: /^https$/ })
  .max(500)
  .describe('The issuer, as the provider calls itself in its configuration.');
const clientId = z.string().trim().min(1).max(200).describe('What the provider calls this console.');

const SingleSignOn = z
  .object({
    issuer,
    clientId,
    redirectUri: z.url().describe('What the provider has to let browsers be sent back to.'),
    setBy: By.describe('Who set it last.'),
    setAt: z.iso.datetime().describe('When that was (UTC).'),
  })
  .meta({ id: 'SingleSignOn' });
const EXAMPLE: z.input<typeof SingleSignOn> = {
  issuer: 'https://login.riverside.example',
  clientId: 'gatehouse',
  redirectUri: 'https://doors.riverside.example/ops/sign-in/return',
  setBy: { kind: 'user', id: 'usr_0123456789abcdef', name: 'Sam Rivers' },
  setAt: '2026-01-01T09:30:00.000Z',
};

const shown = (
  { singleSignOn }: { readonly singleSignOn: SingleSignOnService },
  row: NonNullable<Awaited<ReturnType<SingleSignOnService['find']>>>,
) => ({
  issuer: row.issuer,
  clientId: row.client_id,
  redirectUri: singleSignOn.redirectUri(),
  setBy: row.set_by,
  setAt: isoOf(Number(row.set_at)),
});

export const readSingleSignOn = endpoint({
  id: 'single-sign-on.read',
  method: 'GET',
  path,
  graph: { on: 'Organisation', as: 'singleSignOn', with: { organisationId: 'organisationId' } },
  summary: 'Read by which OpenID provider people of an organisation sign in',
  description: 'Its client secret is never answered.',
  gate,
  params,
  success: { status: 200, description: 'The provider.', schema: SingleSignOn },
  examples: { params: A_PLACE, success: EXAMPLE },
  faults: { place_unknown, no_single_sign_on },
  handle: (deps, { params: { organisationId } }, { read }) =>
    read(async (tx) => {
      const row = await deps.singleSignOn.find(tx, organisationId);
      if (row === undefined) throw singleSignOnFault('no_single_sign_on', 'This organisation has no sign-in service.');
      return oneNamedBy(tx, shown(deps, row), 'setBy');
    }),
});

export const putSingleSignOn = endpoint({
  id: 'single-sign-on.put',
  method: 'PUT',
  path,
  summary: 'Let people of an organisation sign in by its OpenID provider',
  description:
    'The provider’s configuration is read at once. Whom it vouches for, by a confirmed e-mail address at first and by its own id from then on, is signed in with what they hold in this organisation, and with nothing else. Another issuer than before ends what the one before has vouched for.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  params,
  body: z.strictObject({
    issuer,
    clientId,
    clientSecret: z.string().min(1).max(500).describe('The secret of this client. Kept sealed.'),
  }),
  success: { status: 200, description: 'The provider.', schema: SingleSignOn },
  examples: {
    params: A_PLACE,
    body: { issuer: EXAMPLE.issuer, clientId: 'gatehouse', clientSecret: 'a secret of the provider' },
    success: EXAMPLE,
  },
  faults: { place_unknown, provider_refused, provider_unreachable },
  audit: { event: 'single-sign-on.set', target: ({ params }) => params.organisationId },
  prepare: ({ singleSignOn }, { body }) => singleSignOn.check(body),
  handle: async (deps, { params: { organisationId }, body }, { tx, caller }) => {
    const by = `user:${caller.user.id}`;
    const row = await deps.singleSignOn.put(tx, organisationId, body, by);
    return oneNamedBy(tx, shown(deps, row), 'setBy');
  },
});

export const deleteSingleSignOn = endpoint({
  id: 'single-sign-on.delete',
  method: 'DELETE',
  path,
  summary: 'Let nobody sign in by the OpenID provider of an organisation any more',
  description: 'Sessions that it has begun end at once. People sign in with codes and passkeys, as before.',
  gate,
  act: 'grave:sign-in',
  stepUp: true,
  params,
  success: { status: 200, description: 'It is gone.', schema: z.object({ organisationId: z.string() }) },
  examples: { params: A_PLACE, success: A_PLACE },
  faults: { place_unknown, no_single_sign_on },
  audit: { event: 'single-sign-on.removed', target: ({ params }) => params.organisationId },
  handle: async ({ singleSignOn }, { params: { organisationId } }, { tx }) => {
    await singleSignOn.remove(tx, organisationId);
    return { organisationId: organisationId as string };
  },
});
