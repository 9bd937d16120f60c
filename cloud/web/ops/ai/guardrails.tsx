import { Answered } from '../../kit/answered.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { aiKeyLabels, aiKeyWords } from '../../words/ai-keys-en.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useHolds } from './ai-frame.tsx';
import type { AiGuardrail } from './ai-types.ts';
import type { GuardrailFormProps } from './guardrail-form.tsx';
import { useGuardrails } from './use-guardrails.ts';
import { useSetGuardrails } from './use-set-guardrails.ts';

/** Loaded once somebody adds a guardrail or changes one. */
const GuardrailForm = loadedPart<GuardrailFormProps>(() =>
  import('./guardrail-form.tsx').then(({ GuardrailForm: Form }) => Form),
);

/** What holds for requests of several programs together. Administrators of the organisation set it. */
export const Guardrails = ({ at }: { readonly at: AtFacility }) => {
  const { facilityId } = at.facility;
  const administers = useHolds(at, 'org-admin');
  const query = useGuardrails(facilityId);
  return (
    <section class="panel stack" aria-labelledby="guardrails-title">
      <div>
        <h2 id="guardrails-title">{aiKeyLabels.guardrails}</h2>
        <p class="quiet">{aiKeyLabels.guardrailsMore}</p>
      </div>
      <Answered query={query} what={aiKeyLabels.lookingAtGuardrails}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={aiKeyLabels.noGuardrails}>{aiKeyLabels.noGuardrailsMore}</Empty>
          ) : (
            <ul class="records">
              {data.map((one) => (
                <OneGuardrail key={one.guardrailId} facilityId={facilityId} guardrail={one} administers={administers} />
              ))}
            </ul>
          )
        }
      </Answered>
      {administers && (
        <Disclosed summary={aiKeyLabels.addGuardrail}>
          <GuardrailForm facilityId={facilityId} guardrail={undefined} />
        </Disclosed>
      )}
    </section>
  );
};

interface OneGuardrailProps {
  readonly facilityId: string;
  readonly guardrail: AiGuardrail;
  readonly administers: boolean;
}

const OneGuardrail = ({ facilityId, guardrail, administers }: OneGuardrailProps) => {
  const { busy, error, set } = useSetGuardrails(facilityId);
  const { guardrailId, name, everywhere } = guardrail;
  return (
    <li>
      <div class="record-head">
        <bdi class="owned-name">{name}</bdi>
        <span class="fact" data-tone="calm">
          {everywhere ? aiKeyLabels.everywhereFact : aiKeyLabels.onlyNamed}
        </span>
      </div>
      <p>
        <bdi>{aiKeyWords.guardrail(guardrail)}</bdi>
      </p>
      {administers && (
        <>
          <div>
            <ConfirmButton
              label={aiKeyWords.remove(name)}
              more={aiKeyLabels.removeMore}
              busy={busy}
              onConfirmed={() =>
                void set(aiKeyLabels.removed, (now) => now.filter((one) => one.guardrailId !== guardrailId))
              }
            />
          </div>
          {error !== undefined && <Failed error={error} />}
          <Disclosed summary={aiKeyWords.changeOf(name)}>
            <GuardrailForm key={JSON.stringify(guardrail)} facilityId={facilityId} guardrail={guardrail} />
          </Disclosed>
        </>
      )}
    </li>
  );
};
