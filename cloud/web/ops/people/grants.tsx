import type { Grant } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { WhenInView } from '../../kit/when-in-view.tsx';
import { peopleWords } from '../../words/people-en.ts';
import { useConsole } from '../console.ts';
import { useManages } from '../frame/facility-frame.tsx';
import { useTargets } from '../warnings/use-targets.ts';
import { useSubject, type WithSubject } from './subject.ts';

const A_PAGE = 50;
/** With it comes all that may be opened: loaded once somebody wants to give a grant. */
const GiveGrant = loadedPart<WithSubject>(() => import('./give-grant.tsx').then(({ GiveGrant: Form }) => Form));

/** What staff have given somebody access to, for how long, and why. */
export const GrantsPanel = (props: WithSubject) => (
  <section class="panel stack" aria-labelledby="grants-title">
    <h2 id="grants-title">{peopleWords.grants}</h2>
    <WhenInView>{() => <Grants {...props} />}</WhenInView>
  </section>
);

const Grants = (props: WithSubject) => {
  const { at, subject } = props;
  const manages = useManages(at);
  return (
    <div class="stack">
      {subject.person === null ? (
        <Empty title={peopleWords.noGrants} />
      ) : (
        <GrantList {...props} personId={subject.person.personId} manages={manages} />
      )}
      {manages && (
        <Disclosed summary={peopleWords.giveGrant}>
          <GiveGrant {...props} />
        </Disclosed>
      )}
    </div>
  );
};

interface GrantListProps extends WithSubject {
  readonly personId: string;
  readonly manages: boolean;
}

const GrantList = (props: GrantListProps) => {
  const { at, personId } = props;
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const targets = useTargets(facilityId);
  return (
    <Answered query={targets} what={peopleWords.lookingAtGrants}>
      {({ doors, scopes }) => {
        const names = new Map([...doors, ...scopes].map(({ id, name }) => [id, name]));
        return (
          <Pages
            of={['grants', facilityId, personId]}
            read={(after, signal) => {
              const query = { personId, limit: A_PAGE, ...(after !== undefined && { after }) };
              return ask('GET /api/access-control/{facilityId}/grants', { path: { facilityId }, query }, { signal });
            }}
            what={peopleWords.lookingAtGrants}
            empty={<Empty title={peopleWords.noGrants} />}
          >
            {(grants) => (
              <ul class="owned">
                {grants.map((grant) => (
                  <OneGrant key={grant.grantId} {...props} grant={grant} names={names} />
                ))}
              </ul>
            )}
          </Pages>
        );
      }}
    </Answered>
  );
};

interface OneGrantProps extends GrantListProps {
  readonly grant: Grant;
  readonly names: ReadonlyMap<string, string>;
}

const OneGrant = ({ at, subject, manages, grant, names }: OneGrantProps) => {
  const { ask, announcer, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const { changed } = useSubject({ at, subject });
  const ago = useAgo();
  const { grantId, target, from, until, breakGlass } = grant;
  const opens = peopleWords.targetOf(target, names);
  const moment = (iso: string | null): string | null =>
    iso === null ? null : `${at.time.near(Date.parse(iso), serverNow())} ${at.time.zone(Date.parse(iso))}`;
  const isOver = until !== null && Date.parse(until) <= serverNow();
  const take = () =>
    run(async () => {
      const path = { facilityId: at.facility.facilityId, grantId };
      await ask('DELETE /api/access-control/{facilityId}/grants/{grantId}', { path });
      announcer.say(peopleWords.taken);
      await changed();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{opens}</bdi> {isOver && <span class="fact">{peopleWords.over}</span>}
          {breakGlass && (
            <span class="fact" data-tone="held">
              {peopleWords.breakGlass}
            </span>
          )}
        </p>
        <p class="figures">{peopleWords.lasts(moment(from), moment(until))}</p>
        <p class="quiet small">
          <bdi>{peopleWords.grantedBy(grant, ago(grant.grantedAt))}</bdi>
        </p>
      </div>
      {manages && (
        <ConfirmButton
          label={peopleWords.takeGrant(opens)}
          more={peopleWords.takeGrantMore}
          busy={busy}
          onConfirmed={() => void take()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
