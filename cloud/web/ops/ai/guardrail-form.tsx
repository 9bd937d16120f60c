import { useState } from 'preact/hooks';
import { CheckField } from '../../kit/check-field.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { aiKeyLabels } from '../../words/ai-keys-en.ts';
import type { AiGuardrail } from './ai-types.ts';
import { CapFields } from './cap-fields.tsx';
import { FilterFields } from './filter-fields.tsx';
import { ModelFields } from './model-fields.tsx';
import { countOf, guardrailOf, NEW_FILTER, NEW_GUARDRAIL, OUTPUT_MOST, typedGuardrail } from './typed-key.ts';
import { type Changed, useSetGuardrails } from './use-set-guardrails.ts';

export interface GuardrailFormProps {
  readonly facilityId: string;
  /** Undefined: a new one. */
  readonly guardrail: AiGuardrail | undefined;
}

const KEPT = ['name', 'everywhere', 'models', 'outputTokens', 'cap', 'filters'] as const;

/** What a guardrail holds requests to. */
export const GuardrailForm = ({ facilityId, guardrail }: GuardrailFormProps) => {
  const { busy, error, set } = useSetGuardrails(facilityId);
  const atFirst = guardrail === undefined ? NEW_GUARDRAIL : typedGuardrail(guardrail);
  const draft = useDraft(`guardrail ${guardrail?.guardrailId ?? 'new'}`, atFirst, KEPT, { filters: [NEW_FILTER] });
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const send = (): void => {
    setTried(true);
    const change = guardrailOf(typed);
    if (change === undefined) return;
    const id = guardrail?.guardrailId;
    // One that somebody has removed meanwhile is there again, as a new one.
    const changed: Changed = (now) =>
      now.some((one) => one.guardrailId === id)
        ? now.map((one) => (one.guardrailId === id ? { ...change, guardrailId: id } : one))
        : [...now, change];
    void set(aiKeyLabels.saved, changed, () => {
      draft.sent(id === undefined ? NEW_GUARDRAIL : typed);
      setTried(id !== undefined);
    });
  };
  return (
    <Form
      send={guardrail === undefined ? aiKeyLabels.addGuardrail : aiKeyLabels.save}
      busy={busy}
      error={error}
      draft={draft}
      onSend={send}
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
