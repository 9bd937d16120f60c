import { useState } from 'preact/hooks';
import type { InstallerInvite } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { boxLabels } from '../../words/boxes-en.ts';
import { installerLabels, installerWords } from '../../words/installers-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';

/** Who is invited to install doors at a facility, until when, and how somebody is. */
export const InstallersPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={installerLabels.title}>
    {({ facility }) => (
      <article class="box" aria-labelledby="installers-title">
        <div>
          <p class="eyebrow">
            <a href={addressOf('boxes', { facilityId })}>{installerLabels.toBoxes}</a>
          </p>
          <h1 id="installers-title" tabIndex={-1}>
            {installerLabels.title}
          </h1>
          <p class="quiet">{installerLabels.more}</p>
        </div>
        <Invites place={facility} />
      </article>
    )}
  </FacilityFrame>
);

interface Place {
  readonly facilityId: string;
  readonly organisationId: string;
}

const queryKeyOf = (facilityId: string) => ['installers', facilityId] as const;

const Invites = ({ place }: { readonly place: Place }) => {
  const { ask, state } = useConsole();
  const { facilityId } = place;
  const now = state.value;
  const found = useQuery({
    queryKey: queryKeyOf(facilityId),
    queryFn: ({ signal }) => ask('GET /api/facilities/{facilityId}/installers', { path: { facilityId } }, { signal }),
  });
  if (!('session' in now && holdsAt(now.session.roles, 'facility-manager', place)))
    return <p class="quiet">{installerLabels.managerOnly}</p>;
  return (
    <>
      <section class="panel" aria-label={installerLabels.title}>
        <Answered query={found} what={installerLabels.looking}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={installerLabels.none}>{installerLabels.noneMore}</Empty>
            ) : (
              <ul class="records">
                {data.map((invite) => (
                  <OneInvite key={invite.inviteId} facilityId={facilityId} invite={invite} />
                ))}
              </ul>
            )
          }
        </Answered>
      </section>
      <InviteForm facilityId={facilityId} />
    </>
  );
};

/** Invites, or sends an invite again: it is the same to the cloud, and takes a step-up. */
const useInvite = (facilityId: string) => {
  const { ask, announcer, queries } = useConsole();
  return async (body: { readonly email: string; readonly name: string }, idempotencyKey: string): Promise<void> => {
    await ask('POST /api/facilities/{facilityId}/installers', { path: { facilityId }, body }, { idempotencyKey });
    announcer.say(installerWords.sent(body.email));
    await queries.invalidateQueries({ queryKey: queryKeyOf(facilityId) });
  };
};

const NOBODY = { email: '', name: '' };

const InviteForm = ({ facilityId }: { readonly facilityId: string }) => {
  const { busy, error, run } = useAttempt();
  const invite = useInvite(facilityId);
  const draft = useDraft('invite', NOBODY, ['email', 'name']);
  const { email, name } = draft.typed;
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState('');
  // Of each pair that is typed once: what was sent and not answered is not sent as another.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const typed = { email: email.trim(), name: name.trim() };
  const send = (): void => {
    setTried(true);
    setSent('');
    if (typed.email === '' || typed.name === '') return;
    void run(async () => {
      await invite(typed, key);
      setSent(typed.email);
      draft.sent();
      setTried(false);
      setKey(crypto.randomUUID());
    });
  };
  const change = (part: Partial<typeof NOBODY>): void => {
    draft.put(part);
    setKey(crypto.randomUUID());
  };
  return (
    <section class="panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{installerLabels.invite}</h2>
      <Form
        send={installerLabels.invite}
        busy={busy}
        error={error}
        draft={draft}
        onSend={send}
        after={
          sent !== '' && (
            <p class="result" data-tone="good">
              <bdi>{installerWords.sent(sent)}</bdi>
            </p>
          )
        }
      >
        <TextField
          label={installerLabels.email}
          value={email}
          inputMode="email"
          maxLength={254}
          more={installerLabels.emailMore}
          problem={tried && typed.email === '' ? installerLabels.emailMissing : ''}
          onText={(text) => change({ email: text })}
        />
        <TextField
          label={installerLabels.name}
          value={name}
          maxLength={120}
          more={installerLabels.nameMore}
          problem={tried && typed.name === '' ? installerLabels.nameMissing : ''}
          onText={(text) => change({ name: text })}
        />
      </Form>
    </section>
  );
};

interface OneInviteProps {
  readonly facilityId: string;
  readonly invite: InstallerInvite;
}

const OneInvite = ({ facilityId, invite }: OneInviteProps) => {
  const { ask, announcer, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const send = useInvite(facilityId);
  const ago = useAgo();
  const { inviteId, email, name, state, invitedAt, invitedBy, endsAt } = invite;
  const leftMs = Date.parse(endsAt) - serverNow();
  const isOpen = state === 'open' && leftMs > 0;
  const revoke = () =>
    run(async () => {
      await ask('DELETE /api/facilities/{facilityId}/installers/{inviteId}', { path: { facilityId, inviteId } });
      announcer.say(installerLabels.revoked);
      await queries.invalidateQueries({ queryKey: queryKeyOf(facilityId) });
    });
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span class="fact" data-tone={isOpen ? 'calm' : 'held'}>
          {installerWords.state(state, leftMs)}
        </span>
        <bdi class="quiet small">{email}</bdi>
        <span class="quiet small">
          <bdi>{installerWords.invited(ago(invitedAt), invitedBy.name ?? boxLabels.somebody)}</bdi>
        </span>
      </div>
      <div class="buttons">
        <button
          type="button"
          aria-disabled={busy}
          onClick={() => void run(() => send({ email, name }, crypto.randomUUID()))}
        >
          <bdi>{installerWords.again(name, isOpen)}</bdi>
        </button>
        {isOpen && (
          <ConfirmButton
            label={installerWords.revoke(name)}
            more={installerLabels.revokeMore}
            busy={busy}
            onConfirmed={() => void revoke()}
          />
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
