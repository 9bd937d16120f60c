import { useState } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { aiKeyLabels, aiKeyWords } from '../../words/ai-keys-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useHolds } from './ai-frame.tsx';
import type { AiGuardrail, AiGuardrailChange } from './ai-types.ts';
import { CapFields } from './cap-fields.tsx';
import { FilterFields } from './filter-fields.tsx';
import { useGuardrails } from './key-form.tsx';
import { ModelFields } from './model-fields.tsx';
import { countOf, guardrailOf, NEW_GUARDRAIL, OUTPUT_MOST, type TypedGuardrail, typedGuardrail } from './typed-key.ts';

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

type Changed = (now: readonly AiGuardrail[]) => readonly AiGuardrailChange[];

/** Guardrails are set all together: what there is by now is read first, and one of them changed in that. */
const useSetGuardrails = (facilityId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const path = { clubID: facilityId };
  const set = async (said: string, changed: Changed): Promise<boolean> => {
    let isSet = false;
    await run(async () => {
      const { data } = await ask('GET /api/clubs/{clubID}/ai-credits/guardrails', { path });
      await ask('PATCH /api/clubs/{clubID}/ai-credits/config', { path, body: { guardrails: changed(data) } });
      isSet = true;
      announcer.say(said);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
    return isSet;
  };
  return { busy, error, set };
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

interface GuardrailFormProps {
  readonly facilityId: string;
  /** Undefined: a new one. */
  readonly guardrail: AiGuardrail | undefined;
}

const GuardrailForm = ({ facilityId, guardrail }: GuardrailFormProps) => {
  const { busy, error, set } = useSetGuardrails(facilityId);
  const atFirst = guardrail === undefined ? NEW_GUARDRAIL : typedGuardrail(guardrail);
  const [typed, setTyped] = useState(atFirst);
  const [tried, setTried] = useState(false);
  const put = (part: Partial<TypedGuardrail>): void => setTyped({ ...typed, ...part });
  const send = async (): Promise<void> => {
    setTried(true);
    const change = guardrailOf(typed);
    if (change === undefined) return;
    const id = guardrail?.guardrailId;
    // One that somebody has removed meanwhile is there again, as a new one.
    const changed: Changed = (now) =>
      now.some((one) => one.guardrailId === id)
        ? now.map((one) => (one.guardrailId === id ? { ...change, guardrailId: id } : one))
        : [...now, change];
    if (!(await set(aiKeyLabels.saved, changed)) || id !== undefined) return;
    setTyped(NEW_GUARDRAIL);
    setTried(false);
  };
  return (
    <Form
      send={guardrail === undefined ? aiKeyLabels.addGuardrail : aiKeyLabels.save}
      busy={busy}
      error={error}
      onSend={() => void send()}
    >
      <TextField
        label={aiKeyLabels.name}
        value={typed.name}
        maxLength={80}
        problem={tried && typed.name.trim() === '' ? aiKeyLabels.nameMissing : ''}
        onText={(name) => put({ name })}
      />
      <CapFields cap={typed.cap} tried={tried} onCap={(cap) => put({ cap })} />
      <TextField
        label={aiKeyLabels.outputTokens}
        value={typed.outputTokens}
        inputMode="numeric"
        maxLength={7}
        more={aiKeyLabels.outputMore}
        problem={tried && countOf(typed.outputTokens, OUTPUT_MOST) === undefined ? aiKeyLabels.countWrong : ''}
        onText={(outputTokens) => put({ outputTokens })}
      />
      <CheckField
        label={aiKeyLabels.everywhere}
        checked={typed.everywhere}
        onCheck={(everywhere) => put({ everywhere })}
      />
      <ModelFields facilityId={facilityId} models={typed.models} tried={tried} onModels={(models) => put({ models })} />
      <FilterFields filters={typed.filters} tried={tried} onFilters={(filters) => put({ filters })} />
    </Form>
  );
};
