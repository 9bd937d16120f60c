import type { Answer, Input } from '../../client/client.ts';
import type { Member } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { scopeWords } from '../../words/scopes-en.ts';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { nameOf } from '../members/member-name.ts';
import { addressOf } from '../routes.ts';
import { TargetForm } from '../warnings/target-form.tsx';
import { useTargets } from '../warnings/use-targets.ts';
import type { AtScopes } from './mapped-zones.tsx';
import { targetInWords } from './target-words.ts';

type Key = Answer<'GET /api/access-control/{facilityId}/scope-keys'>['data'][number];
type Change = Omit<Input<'PUT /api/access-control/{facilityId}/scope-keys'>['body'], 'partnerId' | 'key'>;
const A_PAGE = 50;

/** The scope keys of partners: what each opens, who has it, and whether it is on. */
export const ScopeKeys = ({ facilityId, manages }: AtScopes) => {
  const { ask } = useConsole();
  const { values, set } = useFilters();
  const partners = useQuery({
    queryKey: ['sources', facilityId],
    queryFn: ({ signal }) => ask('GET /api/access-control/{facilityId}/sources', { path: { facilityId } }, { signal }),
    staleTime: 60_000,
  });
  const sources = partners.data?.data ?? [];
  const partnerId = sources.find((source) => source.partnerId === values.partner)?.partnerId as
    | Input<'GET /api/access-control/{facilityId}/scope-keys/members'>['query']['partnerId']
    | undefined;
  return (
    <section class="panel" aria-labelledby="keys-title">
      <div class="section-head">
        <h2 id="keys-title">{scopeWords.keys}</h2>
        {sources.length > 1 && (
          <Choice
            label={scopeWords.whose}
            value={partnerId ?? ''}
            options={[
              ['', scopeWords.everyPartner],
              ...sources.map((source) => [source.partnerId, source.partnerName] as const),
            ]}
            onChoice={(partner) => set({ partner })}
          />
        )}
      </div>
      <p class="quiet">{scopeWords.keysMore}</p>
      <Pages<Key>
        of={['scope-keys', facilityId, partnerId ?? '']}
        read={(after, signal) =>
          ask(
            'GET /api/access-control/{facilityId}/scope-keys',
            { path: { facilityId }, query: { after, limit: A_PAGE, partnerId } },
            { signal },
          )
        }
        what={scopeWords.lookingAtKeys}
        empty={<Empty title={scopeWords.noKeys}>{scopeWords.noKeysMore}</Empty>}
      >
        {(keys) => (
          <ul class="owned">
            {keys.map((key) => (
              <OneKey key={JSON.stringify(key)} facilityId={facilityId} manages={manages} scopeKey={key} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

interface OneKeyProps extends AtScopes {
  readonly scopeKey: Key;
}
type PartnerId = Input<'PUT /api/access-control/{facilityId}/scope-keys'>['body']['partnerId'];

/** Changes what a scope key opens, or whether it does. */
const useChange = (facilityId: string, { partnerId, key }: Key) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const change = (to: Change, said: string) =>
    void run(async () => {
      const body = { partnerId: partnerId as PartnerId, key, ...to };
      await ask('PUT /api/access-control/{facilityId}/scope-keys', { path: { facilityId }, body });
      announcer.say(said);
      await queries.invalidateQueries({ queryKey: ['scope-keys', facilityId] });
    });
  return { busy, error, change };
};

const OneKey = ({ facilityId, manages, scopeKey }: OneKeyProps) => {
  const targets = useTargets(facilityId);
  const { busy, error, change } = useChange(facilityId, scopeKey);
  const { partnerName, key, target, disabled, closed, members } = scopeKey;
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{key}</bdi>{' '}
          {closed !== null && (
            <span class="fact" data-tone={closed === 'mapped_to_nothing' ? 'calm' : 'held'}>
              {scopeWords.closed[closed]}
            </span>
          )}
        </p>
        <Answered query={targets} what={warningWords.lookingAtDoors}>
          {(there) => (
            <p>
              <bdi>{scopeWords.opens(targetInWords(target, there))}</bdi>
            </p>
          )}
        </Answered>
        <p class="quiet small">
          <bdi>{partnerName}</bdi> · {scopeWords.members(members)}
        </p>
        {members > 0 && (
          <Disclosed summary={scopeWords.who}>
            <WhoHasIt facilityId={facilityId} scopeKey={scopeKey} />
          </Disclosed>
        )}
        {manages && (
          <Disclosed summary={scopeWords.map}>
            <TargetForm
              facilityId={facilityId}
              submit={scopeWords.save}
              busy={busy}
              error={undefined}
              onTarget={(next) => change({ target: next }, warningWords.mapped(key))}
            />
          </Disclosed>
        )}
      </div>
      {manages && disabled && (
        <button
          type="button"
          aria-disabled={busy}
          onClick={() => change({ disabled: false }, scopeWords.switched(key, true))}
        >
          {scopeWords.on}
        </button>
      )}
      {manages && !disabled && (
        <ConfirmButton
          label={scopeWords.off(key)}
          more={scopeWords.offMore(members)}
          busy={busy}
          onConfirmed={() => change({ disabled: true }, scopeWords.switched(key, false))}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const WhoHasIt = ({ facilityId, scopeKey }: Omit<OneKeyProps, 'manages'>) => {
  const { ask } = useConsole();
  const { key } = scopeKey;
  const partnerId = scopeKey.partnerId as PartnerId;
  return (
    <Pages<Member>
      of={['scope-key-members', facilityId, partnerId, key]}
      read={(after, signal) =>
        ask(
          'GET /api/access-control/{facilityId}/scope-keys/members',
          { path: { facilityId }, query: { partnerId, key, after, limit: A_PAGE } },
          { signal },
        )
      }
      what={scopeWords.lookingAtMembers}
      empty={<Empty title={scopeWords.nobody} />}
    >
      {(members) => (
        <ul class="hurt">
          {members.map((member) => (
            <li key={member.memberId}>
              <a href={addressOf('member', { facilityId, partnerId, memberId: member.memberId })}>
                <bdi>{nameOf(member)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
};
