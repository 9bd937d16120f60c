import { useState } from 'preact/hooks';
import type { Answer } from '../../client/client.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { policyWords, settingsWords } from '../../words/settings-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { FIELDS, type PolicyField, policyOf, type TypedPolicy, typedOf, wrongIn } from './typed-policy.ts';

type Policy = Answer<'GET /api/access-control/{facilityId}/policy'>;
const CLOCKS = Object.entries(policyWords.clocks);

interface AccessPolicyProps {
  readonly facilityId: string;
  readonly manages: boolean;
}

/** How a facility wants doubt decided: read by all who work there, set by whoever manages it. */
export const AccessPolicy = ({ facilityId, manages }: AccessPolicyProps) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['policy', facilityId],
    queryFn: ({ signal }) => ask('GET /api/access-control/{facilityId}/policy', { path: { facilityId } }, { signal }),
  });
  return (
    <section class="panel" aria-labelledby="policy-title">
      <h2 id="policy-title">{policyWords.title}</h2>
      <p class="quiet">{policyWords.more}</p>
      <Answered query={query} what={policyWords.looking}>
        {(policy) =>
          manages ? (
            <PolicyForm key={JSON.stringify(policy)} facilityId={facilityId} policy={policy} />
          ) : (
            <PolicyRead policy={policy} />
          )
        }
      </Answered>
    </section>
  );
};

const PolicyRead = ({ policy }: { readonly policy: Policy }) => {
  const typed = typedOf(policy);
  const isNear = policy.geofence !== undefined;
  return (
    <dl class="rows">
      {FIELDS.filter(({ ofFence }) => isNear || !ofFence).map(({ name, label }) => (
        <Row key={name} label={label} value={typed[name]} />
      ))}
      <Row label={policyWords.clock} value={policyWords.clocks[policy.uncertainClock]} />
      <Row label={policyWords.fence} value={isNear ? policyWords.near : policyWords.anywhere} />
    </dl>
  );
};

const Row = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
);

const PolicyForm = ({ facilityId, policy }: { readonly facilityId: string; readonly policy: Policy }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [typed, setTyped] = useState<TypedPolicy>(() => typedOf(policy));
  const put = (part: Partial<TypedPolicy>) => setTyped({ ...typed, ...part });
  const next = policyOf(typed);
  const differs = next !== undefined && JSON.stringify(typed) !== JSON.stringify(typedOf(policy));
  const save = () =>
    run(async () => {
      if (next === undefined) return;
      const { changed: _changed, ...now } = await ask('PUT /api/access-control/{facilityId}/policy', {
        path: { facilityId },
        body: next,
      });
      announcer.say(policyWords.saved);
      queries.setQueryData(['policy', facilityId], now);
    });
  const field = ({ name, label, least, most }: PolicyField) => (
    <TextField
      key={name}
      label={label}
      inputMode="numeric"
      maxLength={12}
      value={typed[name]}
      problem={wrongIn(typed).includes(name) ? policyWords.between(least, most) : ''}
      onText={(text) => put({ [name]: text })}
    />
  );
  return (
    <div class="form">
      {FIELDS.filter(({ ofFence }) => !ofFence).map(field)}
      <Choice
        label={policyWords.clock}
        value={typed.uncertainClock}
        options={CLOCKS}
        onChoice={(clock) => put({ uncertainClock: clock as Policy['uncertainClock'] })}
      />
      <Choice
        label={policyWords.fence}
        value={typed.fence}
        options={[
          ['anywhere', policyWords.anywhere],
          ['near', policyWords.near],
        ]}
        onChoice={(fence) => put({ fence: fence as TypedPolicy['fence'] })}
      />
      {typed.fence === 'near' && FIELDS.filter(({ ofFence }) => ofFence).map(field)}
      {differs && (
        <ConfirmButton
          label={settingsWords.save}
          more={policyWords.confirm}
          busy={busy}
          onConfirmed={() => void save()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
