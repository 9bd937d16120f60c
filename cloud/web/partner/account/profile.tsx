import type { ConsoleProfile } from '../../client/console-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { settingsLabels } from '../../words/partner-settings-en.ts';
import { usePartner, useQuery, useSignedIn } from '../partner-console.ts';

const PROFILE = ['profile'];

/** What the account says of itself. */
export const Profile = () => {
  const { ask } = usePartner();
  const { contact } = useSignedIn();
  const query = useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => ask('GET /console/v1/profile', {}, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="profile-title">
      <h2 id="profile-title">{settingsLabels.profile}</h2>
      <p class="quiet">{settingsLabels.profileMore}</p>
      <Answered query={query} what={settingsLabels.lookingAtProfile}>
        {(profile) =>
          contact.role === 'owner' ? (
            <Changed key={JSON.stringify(profile)} profile={profile} />
          ) : (
            <Shown profile={profile} />
          )
        }
      </Answered>
    </section>
  );
};

const Shown = ({ profile: { name, ...profile } }: { readonly profile: ConsoleProfile }) => (
  <>
    <dl class="rows">
      {(
        [
          [settingsLabels.name, name],
          [settingsLabels.website, profile.website],
          [settingsLabels.outages, profile.outageEmail],
          [settingsLabels.security, profile.securityEmail],
        ] as const
      ).flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} is`}>
          <bdi>{value ?? settingsLabels.none}</bdi>
        </dd>,
      ])}
    </dl>
    <p class="quiet">{settingsLabels.ownersOnly}</p>
  </>
);

const Changed = ({ profile }: { readonly profile: ConsoleProfile }) => {
  const { ask, announcer, queries } = usePartner();
  const { busy, error, run } = useAttempt();
  const first = {
    website: profile.website ?? '',
    outageEmail: profile.outageEmail ?? '',
    securityEmail: profile.securityEmail ?? '',
  };
  const draft = useDraft('profile', first, ['website', 'outageEmail', 'securityEmail']);
  const { typed, put } = draft;
  const save = () =>
    run(async () => {
      const body = {
        website: typed.website.trim() || null,
        outageEmail: typed.outageEmail.trim() || null,
        securityEmail: typed.securityEmail.trim() || null,
      };
      await ask('PATCH /console/v1/profile', { body });
      announcer.say(settingsLabels.saved);
      draft.sent(typed);
      await queries.invalidateQueries({ queryKey: PROFILE });
    });
  return (
    <Form send={settingsLabels.save} busy={busy} error={error} draft={draft} onSend={() => void save()}>
      <p>
        {settingsLabels.name}: <bdi>{profile.name}</bdi>
        <span class="line quiet small">{settingsLabels.nameMore}</span>
      </p>
      <TextField
        label={settingsLabels.website}
        value={typed.website}
        inputMode="url"
        maxLength={300}
        more={settingsLabels.websiteExample}
        onText={(website) => put({ website })}
      />
      <TextField
        label={settingsLabels.outages}
        value={typed.outageEmail}
        inputMode="email"
        maxLength={254}
        onText={(outageEmail) => put({ outageEmail })}
      />
      <TextField
        label={settingsLabels.security}
        value={typed.securityEmail}
        inputMode="email"
        maxLength={254}
        more={settingsLabels.securityMore}
        onText={(securityEmail) => put({ securityEmail })}
      />
    </Form>
  );
};
