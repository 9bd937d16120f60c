import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Failed } from '../../kit/states.tsx';
import { FIELD_NAMES, profileLabels, profileWords } from '../../words/billing-profile-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { ProfileField, ResolvedProfile } from './billing-profile-types.ts';
import { ProfileForm } from './profile-form.tsx';
import { ownOf } from './typed-profile.ts';

const FIELDS = Object.keys(FIELD_NAMES) as ProfileField[];

/** How one owner is billed: what holds and who has said it, what it says itself, and that it says nothing any more. */
export const BillingProfile = ({ ownerKey }: { readonly ownerKey: string }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  // A form that began with what is taken away begins anew.
  const [removed, setRemoved] = useState(0);
  const [kind, id = ''] = ownerKey.split('#');
  const query = useQuery({
    queryKey: ['billing', 'profile', ownerKey],
    queryFn: ({ signal }) =>
      kind === 'facility'
        ? ask('GET /api/admin/saas-billing/billing-profiles/resolve/{clubID}', { path: { clubID: id } }, { signal })
        : ask(
            'GET /api/admin/saas-billing/billing-profiles/resolve-org/{organisationId}',
            { path: { organisationId: id } },
            { signal },
          ),
  });
  const takeAway = () =>
    run(async () => {
      await ask('DELETE /api/admin/saas-billing/billing-profiles/{ownerKey}', { path: { ownerKey } });
      await queries.invalidateQueries({ queryKey: ['billing'] });
      setRemoved((times) => times + 1);
      announcer.say(profileLabels.takenAway);
    });
  return (
    <section class="panel stack" aria-labelledby="profile-title">
      <h2 id="profile-title">{profileLabels.title}</h2>
      <Answered query={query} what={profileLabels.looking}>
        {(resolved) => (
          <>
            <Holds resolved={resolved} />
            <ProfileForm
              key={removed}
              ownerKey={ownerKey}
              method={resolved.profile.billingMethod}
              own={ownOf(resolved, kind === 'facility' ? 'facility' : 'organisation')}
            />
            {resolved.chain.some((link) => link.ownerKey === ownerKey && link.hasProfile) ? (
              <div>
                <ConfirmButton
                  label={profileLabels.takeAway}
                  more={profileLabels.takeAwayMore}
                  busy={busy}
                  onConfirmed={() => void takeAway()}
                />
              </div>
            ) : (
              <p class="quiet">{profileLabels.noneOfItsOwn}</p>
            )}
            {error !== undefined && <Failed error={error} />}
          </>
        )}
      </Answered>
    </section>
  );
};

const Holds = ({ resolved: { profile, sources } }: { readonly resolved: ResolvedProfile }) => (
  <FiguresTable
    title={profileLabels.title}
    columns={[profileLabels.what, profileLabels.holds, profileLabels.from]}
    rows={FIELDS.map((field) => ({
      key: field,
      name: FIELD_NAMES[field],
      cells: [profileWords.value(field, profile), profileWords.source(sources[field])],
    }))}
  />
);
