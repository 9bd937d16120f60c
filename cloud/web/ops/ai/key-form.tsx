import { useState } from 'preact/hooks';
import { CheckField } from '../../kit/check-field.tsx';
import { Choices } from '../../kit/choices.tsx';
import { Form } from '../../kit/form.tsx';
import { LocalTimeField } from '../../kit/local-time-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { aiKeyLabels } from '../../words/ai-keys-en.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiKeyChange } from './ai-types.ts';
import { CapFields } from './cap-fields.tsx';
import { FilterFields } from './filter-fields.tsx';
import { ModelFields } from './model-fields.tsx';
import { countOf, keyOf, NEW_FILTER, RPM_MOST, TPM_MOST, type TypedKey } from './typed-key.ts';
import { useGuardrails } from './use-guardrails.ts';

export interface KeyFormProps {
  readonly at: AtFacility;
  /** Which key's it is. */
  readonly name: string;
  readonly atFirst: TypedKey;
  readonly send: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** Whether the form begins anew once it was sent. */
  readonly isNew: boolean;
  /** `sent` is called once it is kept, before anything is drawn of that. */
  readonly onSend: (change: AiKeyChange, sent: () => void) => void;
}

const KEPT = [...(['label', 'cap', 'models', 'guardrails', 'filters', 'rpm', 'tpm', 'expires', 'expiresAt'] as const)];

/** What a key is used for, and what it may do. */
export const KeyForm = ({ at, name, atFirst, isNew, send, busy, error, onSend }: KeyFormProps) => {
  const draft = useDraft(name, atFirst, KEPT, { filters: [NEW_FILTER] });
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const { facilityId } = at.facility;
  const wrongCount = (text: string, most: number): string =>
    tried && countOf(text, most) === undefined ? aiKeyLabels.countWrong : '';
  const submit = (): void => {
    setTried(true);
    const change = keyOf(typed);
    if (change === undefined) return;
    onSend(change, () => {
      draft.sent(isNew ? atFirst : typed);
      setTried(!isNew);
    });
  };
  return (
    <Form send={send} busy={busy} error={error} draft={draft} onSend={submit}>
      <TextField
        label={aiKeyLabels.label}
        value={typed.label}
        maxLength={120}
        problem={tried && typed.label.trim() === '' ? aiKeyLabels.labelMissing : ''}
        onText={(label) => put({ label })}
      />
      <CapFields cap={typed.cap} tried={tried} onCap={(cap) => put({ cap })} />
      <TextField
        label={aiKeyLabels.rpm}
        value={typed.rpm}
        inputMode="numeric"
        maxLength={6}
        more={aiKeyLabels.countMore}
        problem={wrongCount(typed.rpm, RPM_MOST)}
        onText={(rpm) => put({ rpm })}
      />
      <TextField
        label={aiKeyLabels.tpm}
        value={typed.tpm}
        inputMode="numeric"
        maxLength={10}
        more={aiKeyLabels.countMore}
        problem={wrongCount(typed.tpm, TPM_MOST)}
        onText={(tpm) => put({ tpm })}
      />
      <CheckField label={aiKeyLabels.expires} checked={typed.expires} onCheck={(expires) => put({ expires })} />
      {typed.expires && (
        <LocalTimeField
          label={aiKeyLabels.expiresAt}
          value={typed.expiresAt}
          time={at.time}
          problem={tried && typed.expiresAt === '' ? aiKeyLabels.expiresMissing : ''}
          onMoment={(expiresAt) => put({ expiresAt })}
        />
      )}
      <ModelFields facilityId={facilityId} models={typed.models} tried={tried} onModels={(models) => put({ models })} />
      <GuardrailChoices
        facilityId={facilityId}
        chosen={typed.guardrails}
        onChoose={(guardrails) => put({ guardrails })}
      />
      <FilterFields filters={typed.filters} tried={tried} onFilters={(filters) => put({ filters })} />
    </Form>
  );
};

interface GuardrailChoicesProps {
  readonly facilityId: string;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

const GuardrailChoices = ({ facilityId, chosen, onChoose }: GuardrailChoicesProps) => {
  const { data } = useGuardrails(facilityId);
  const named = (data?.data ?? []).filter(({ everywhere, guardrailId }) => !everywhere || chosen.has(guardrailId));
  if (named.length === 0) return null;
  return (
    <fieldset class="whole">
      <legend>{aiKeyLabels.guardrailsOfKey}</legend>
      <Choices
        some={named.map(({ guardrailId, name }) => ({ id: guardrailId, name }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </fieldset>
  );
};
