import { useState } from 'preact/hooks';
import type { Answer, Input } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choices } from '../../kit/choices.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { scopeWords } from '../../words/scopes-en.ts';
import { warningWords } from '../../words/warnings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { useTargets } from '../warnings/use-targets.ts';
import type { AtScopes } from './mapped-zones.tsx';
import { targetInWords } from './target-words.ts';

type Scope = Answer<'GET /api/access-control/{facilityId}/scopes'>['data'][number];
type NewScope = Input<'POST /api/access-control/{facilityId}/scopes'>['body'];

const useRefresh = (facilityId: string) => {
  const { queries } = useConsole();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['scopes', facilityId] }),
      queries.invalidateQueries({ queryKey: ['targets', facilityId] }),
    ]);
};

/** The access scopes of a facility: doors under one name. */
export const AccessScopes = ({ facilityId, manages }: AtScopes) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['scopes', facilityId],
    queryFn: ({ signal }) => ask('GET /api/access-control/{facilityId}/scopes', { path: { facilityId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="scopes-title">
      <h2 id="scopes-title">{scopeWords.scopes}</h2>
      <p class="quiet">{scopeWords.scopesMore}</p>
      <Answered query={query} what={scopeWords.looking}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={scopeWords.noScopes}>{scopeWords.noScopesMore}</Empty>
          ) : (
            <ul class="owned">
              {data.map((scope) => (
                <OneScope key={JSON.stringify(scope)} facilityId={facilityId} manages={manages} scope={scope} />
              ))}
            </ul>
          )
        }
      </Answered>
      {manages && (
        <Disclosed summary={scopeWords.add}>
          <AddScope facilityId={facilityId} />
        </Disclosed>
      )}
    </section>
  );
};

const OneScope = ({ facilityId, manages, scope }: AtScopes & { readonly scope: Scope }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const targets = useTargets(facilityId);
  const refresh = useRefresh(facilityId);
  const { scopeId, name, doorIds } = scope;
  const draft = useScopeDraft(`scope ${scopeId}`, scope);
  const path = { facilityId, scopeId };
  const change = (body: NewScope) =>
    run(async () => {
      await ask('PATCH /api/access-control/{facilityId}/scopes/{scopeId}', { path, body });
      draft.sent(draft.typed);
      announcer.say(scopeWords.saved(body.name));
      await refresh();
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/access-control/{facilityId}/scopes/{scopeId}', { path });
      announcer.say(scopeWords.removed(name));
      await refresh();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{name}</bdi>
        </p>
        <Answered query={targets} what={warningWords.lookingAtDoors}>
          {(there) => (
            <p class="quiet">
              <bdi>{targetInWords({ to: 'doors', doorIds }, there)}</bdi>
            </p>
          )}
        </Answered>
        {manages && (
          <Disclosed summary={scopeWords.change}>
            <ScopeForm
              facilityId={facilityId}
              draft={draft}
              label={scopeWords.save}
              busy={busy}
              onScope={(body) => void change(body)}
            />
          </Disclosed>
        )}
      </div>
      {manages && (
        <ConfirmButton
          label={scopeWords.remove(name)}
          more={scopeWords.removeMore}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const NONE: Pick<Scope, 'name' | 'doorIds'> = { name: '', doorIds: [] };

const AddScope = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [made, setMade] = useState(0);
  const draft = useScopeDraft('new scope', NONE);
  const refresh = useRefresh(facilityId);
  const add = (body: NewScope) =>
    run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/scopes', { path: { facilityId }, body }, options);
      announcer.say(scopeWords.saved(body.name));
      draft.sent();
      setMade(made + 1);
      await refresh();
    });
  return (
    <>
      <ScopeForm
        key={made}
        facilityId={facilityId}
        draft={draft}
        label={scopeWords.add}
        busy={busy}
        onScope={(body) => void add(body)}
      />
      {error !== undefined && <Failed error={error} />}
    </>
  );
};

/** Of its doors nothing is kept: they let people in, and are chosen looking at those that there are. */
const useScopeDraft = (form: string, { name, doorIds }: Pick<Scope, 'name' | 'doorIds'>) =>
  useDraft(form, { name, chosen: new Set<string>(doorIds) as ReadonlySet<string> }, ['name']);

interface ScopeFormProps {
  readonly facilityId: string;
  readonly draft: ReturnType<typeof useScopeDraft>;
  readonly label: string;
  readonly busy: boolean;
  readonly onScope: (scope: NewScope) => void;
}

const ScopeForm = ({ facilityId, draft, label, busy, onScope }: ScopeFormProps) => {
  const targets = useTargets(facilityId);
  const { name, chosen } = draft.typed;
  const [tried, setTried] = useState(false);
  const submit = (): void => {
    setTried(true);
    const doorIds = [...chosen] as NewScope['doorIds'][number][];
    if (name.trim() !== '' && !busy) onScope({ name: name.trim(), doorIds });
  };
  return (
    <Form send={label} busy={busy} error={undefined} draft={draft} onSend={submit}>
      <TextField
        label={scopeWords.name}
        value={name}
        maxLength={120}
        problem={tried && name.trim() === '' ? scopeWords.nameMissing : ''}
        onText={(text) => draft.put({ name: text })}
      />
      <Answered query={targets} what={warningWords.lookingAtDoors}>
        {({ doors }) => (
          <fieldset class="whole">
            <legend>{scopeWords.itsDoors}</legend>
            <Choices some={doors} chosen={chosen} onChoose={(doors) => draft.put({ chosen: doors })} />
          </fieldset>
        )}
      </Answered>
    </Form>
  );
};
