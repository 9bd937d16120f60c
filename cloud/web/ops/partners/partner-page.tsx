import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Contacts } from '../../kit/contacts.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { KeyPanels } from '../../kit/key-panels.tsx';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { PartnerFacilities } from './partner-facilities.tsx';
import { PartnerOrganisations } from './partner-organisations.tsx';
import { PartnerRequests } from './partner-requests.tsx';
import { PartnerSetup } from './partner-setup.tsx';
import { PartnerStatuses } from './partner-statuses.tsx';

/** One partner account: first its keys, since a stolen one is why somebody comes in a hurry. */
export const PartnerPage = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['partner', partnerId],
    queryFn: ({ signal }) => ask('GET /api/admin/partners/{partnerId}', { path: { partnerId } }, { signal }),
  });
  return (
    <PlainPage title={query.data?.name ?? partnersWords.title}>
      <Answered query={query} what={partnersWords.lookingAtOne}>
        {(account) => (
          <div class="account">
            <p class="record-head">
              <span class="quiet">{partnersWords.id}</span> <code>{partnerId}</code>
              <CopyButton text={partnerId} label={partnersWords.copyId} />
            </p>
            <Keys partnerId={partnerId} />
            <PartnerFacilities partnerId={partnerId} />
            <PartnerProfile profile={account.profile} />
            <PartnerContacts partnerId={partnerId} />
            <PartnerOrganisations key={account.organisations.join()} account={account} />
            <PartnerStatuses partnerId={partnerId} />
            <PartnerSetup key={JSON.stringify(account)} account={account} />
            <section class="panel">
              <Disclosed summary={partnersWords.requests}>
                <PartnerRequests partnerId={partnerId} />
              </Disclosed>
            </section>
          </div>
        )}
      </Answered>
    </PlainPage>
  );
};

/** Whom to write to while something is down, as the partner says itself. */
const PartnerProfile = ({ profile }: { readonly profile: PartnerAccount['profile'] }) => (
  <section class="panel" aria-labelledby="profile-title">
    <h2 id="profile-title">{partnersWords.profile}</h2>
    <p class="quiet">{partnersWords.profileMore}</p>
    <dl class="rows">
      <dt>{partnersWords.outages}</dt>
      <dd>
        <bdi>{profile.outageEmail ?? partnersWords.notSaid}</bdi>
      </dd>
      <dt>{partnersWords.security}</dt>
      <dd>
        <bdi>{profile.securityEmail ?? partnersWords.notSaid}</bdi>
      </dd>
      <dt>{partnersWords.website}</dt>
      <dd>
        <bdi>{profile.website ?? partnersWords.notSaid}</bdi>
      </dd>
    </dl>
  </section>
);

const HOURS_A_DAY = 24;

const Keys = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask, queries } = useConsole();
  const queryKey = ['partner-keys', partnerId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask('GET /api/admin/partners/{partnerId}/keys', { path: { partnerId } }, { signal }),
  });
  /** An answer with a secret that was lost is not answered again: sent once more, it makes no second key. */
  const once = () => ({ idempotencyKey: crypto.randomUUID() });
  return (
    <KeyPanels
      query={query}
      what={partnersWords.lookingAtKeys}
      none={{ title: partnersWords.noKeys, more: partnersWords.noKeysMore }}
      changed={() => queries.invalidateQueries({ queryKey })}
      make={async (type, label) => {
        const input = { path: { partnerId }, body: { type, label } };
        return (await ask('POST /api/admin/partners/{partnerId}/keys', input, once())).key;
      }}
      rotate={async (keyId, days) => {
        const input = { path: { partnerId, keyId }, body: { overlapHours: days * HOURS_A_DAY } };
        return (await ask('POST /api/admin/partners/{partnerId}/keys/{keyId}/rotate', input, once())).key;
      }}
      revoke={async (keyId) =>
        void (await ask('DELETE /api/admin/partners/{partnerId}/keys/{keyId}', { path: { partnerId, keyId } }))
      }
    />
  );
};

const PartnerContacts = ({ partnerId }: { readonly partnerId: string }) => {
  const { ask } = useConsole();
  const path = { partnerId };
  return (
    <Contacts
      of={['partner-contacts', partnerId]}
      more={partnersWords.contactsMore}
      mayBeNone
      read={(signal) => ask('GET /api/admin/partners/{partnerId}/contacts', { path }, { signal })}
      write={(contacts) => ask('PUT /api/admin/partners/{partnerId}/contacts', { path, body: { contacts } })}
    />
  );
};
