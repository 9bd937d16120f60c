import { useState } from 'preact/hooks';
import type { ClubUserAgreement } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { contentWords } from '../../words/content-en.ts';
import { ACTS, peopleAgreementLabels, peopleAgreementWords } from '../../words/people-agreements-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { LinkOnce } from './link-once.tsx';

type Act = keyof typeof ACTS;

/** What may be done with each as it stands; the cloud refuses what may not. */
const ACTS_OF: Readonly<Record<ClubUserAgreement['state'], readonly Act[]>> = {
  draft: ['send'],
  sent: ['resend', 'extend', 'withdraw'],
  viewed: ['resend', 'extend', 'withdraw'],
  signed: ['end'],
  declined: [],
  expired: [],
  withdrawn: [],
  ended: [],
};

interface OneHistoryProps {
  readonly at: AtFacility;
  readonly agreement: ClubUserAgreement;
  readonly manages: boolean;
}

/** Step by step what has happened to an agreement with somebody, and what may be done with it. */
export const OneHistory = ({ at, agreement, manages }: OneHistoryProps) => {
  const { ask } = useConsole();
  const { cuaId } = agreement;
  const found = useQuery({
    queryKey: ['people-agreements', at.facility.facilityId, 'one', cuaId],
    queryFn: ({ signal }) => ask('GET /api/admin/club-user-agreements/{id}', { path: { id: cuaId } }, { signal }),
  });
  return (
    <div class="stack">
      <Answered query={found} what={peopleAgreementLabels.lookingAtOne}>
        {({ events, isWhole }) => (
          <div>
            <ol class="records">
              {events.map(({ at: when, what, doneBy, hash }) => (
                <li key={hash}>
                  <div class="record-head">
                    <strong>{peopleAgreementWords.event(what)}</strong>
                    <bdi>{peopleAgreementWords.by(doneBy.name ?? contentWords.somebody)}</bdi>
                    <time dateTime={when} class="quiet small">
                      {at.time.exactly(Date.parse(when))}
                    </time>
                  </div>
                </li>
              ))}
            </ol>
            <p class={isWhole ? 'quiet small' : 'problem'}>
              {isWhole ? peopleAgreementLabels.whole : peopleAgreementLabels.broken}
            </p>
          </div>
        )}
      </Answered>
      {manages && <Acts agreement={agreement} />}
    </div>
  );
};

const Acts = ({ agreement: { cuaId, state } }: { readonly agreement: ClubUserAgreement }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [link, setLink] = useState<string | null>(null);
  const path = { id: cuaId };
  const again = async (): Promise<void> => {
    setLink(null);
    await queries.invalidateQueries({ queryKey: ['people-agreements'] });
  };
  const act = (action: Act) =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const done = await ask('PATCH /api/admin/club-user-agreements/{id}', { path, body: { action } }, options);
      announcer.say(peopleAgreementLabels.done);
      // Read again, the list may have it no more, and the link would be gone with it.
      setLink(done.link);
      if (done.link === null) await again();
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/admin/club-user-agreements/{id}', { path });
      announcer.say(peopleAgreementLabels.deleted);
      await again();
    });
  return (
    <div class="stack">
      <div class="buttons">
        {ACTS_OF[state].map((action) => (
          <ConfirmButton
            key={action}
            label={ACTS[action][0]}
            more={ACTS[action][1]}
            busy={busy}
            onConfirmed={() => void act(action)}
          />
        ))}
        {state !== 'signed' && state !== 'ended' && (
          <ConfirmButton
            label={peopleAgreementLabels.remove}
            more={peopleAgreementLabels.removeMore}
            busy={busy}
            onConfirmed={() => void remove()}
          />
        )}
      </div>
      {link !== null && <LinkOnce link={link} onGiven={() => void again()} />}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
