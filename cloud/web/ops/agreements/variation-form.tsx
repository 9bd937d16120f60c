import { useState } from 'preact/hooks';
import type { AgreementVariation } from '../../client/platform-api.gen.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { useSave } from '../../kit/use-save.tsx';
import { contentWords } from '../../words/content-en.ts';
import { variationLabels, variationWords } from '../../words/variations-en.ts';
import { useConsole } from '../console.ts';
import { EMPTY_CLAUSE, type TypedClause, typedVariation, variationOf, variationProblems } from './typed-variation.ts';

const CLAUSES_MAX = 50;

const KEPT = ['facilityId', 'clauses', 'note', 'fromOn', 'untilOn'] as const;
const LIKE = { clauses: [EMPTY_CLAUSE] };

interface VariationFormProps {
  readonly agreementId: string;
  readonly clubs: readonly { readonly facilityId: string; readonly name: string }[];
  /** Undefined: of a club at which nothing was different until now. */
  readonly variation: AgreementVariation | undefined;
}

/** What is different at one club, as those who administer the agreement write it. */
export const VariationForm = ({ agreementId, clubs, variation }: VariationFormProps) => {
  const { ask } = useConsole();
  const { busy, error, save, conflict } = useSave(variation, ['agreements']);
  const draft = useDraft(`club ${variation?.facilityId ?? 'new'}`, typedVariation(variation), KEPT, LIKE);
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const problems = variationProblems(typed);
  const said = tried ? problems : undefined;
  const send = (): void => {
    setTried(true);
    if (
      Object.values(problems)
        .flat()
        .some((problem) => problem !== '')
    )
      return;
    void save(variationLabels.saved, async (expectedRevision) => {
      const known = variation === undefined ? {} : { expectedRevision };
      const body = { agreementId, ...variationOf(typed), ...known };
      const saved = await ask(
        'PUT /api/admin/club-agreement-variation',
        { body },
        { idempotencyKey: crypto.randomUUID() },
      );
      setTried(false);
      draft.sent(variation === undefined ? typedVariation(undefined) : typed);
      return saved;
    });
  };
  return (
    <Form
      send={variationLabels.save}
      busy={busy}
      error={error}
      draft={draft}
      onSend={send}
      after={conflict(() => draft.sent(typedVariation(variation)))}
    >
      {variation === undefined && (
        <div class="field">
          <Choice
            label={variationLabels.club}
            value={typed.facilityId}
            options={[
              ['', variationLabels.noClub],
              ...clubs.map(({ facilityId, name }) => [facilityId, name] as const),
            ]}
            onChoice={(facilityId) => put({ facilityId })}
          />
          <p class="problem">{said?.facilityId ?? ''}</p>
        </div>
      )}
      <Clauses clauses={typed.clauses} problems={said?.clauses} onClauses={(clauses) => put({ clauses })} />
      <TextArea
        label={variationLabels.note}
        more={variationLabels.noteMore}
        rows={2}
        maxLength={2_000}
        value={typed.note}
        onText={(note) => put({ note })}
      />
      <DateField
        label={variationLabels.fromOn}
        value={typed.fromOn}
        more={said?.fromOn || variationLabels.fromOnMore}
        onDay={(fromOn) => put({ fromOn })}
      />
      <DateField
        label={variationLabels.untilOn}
        value={typed.untilOn}
        more={said?.untilOn || variationLabels.untilOnMore}
        onDay={(untilOn) => put({ untilOn })}
      />
    </Form>
  );
};

interface ClausesProps {
  readonly clauses: readonly TypedClause[];
  /** What is wrong with the heading of each, once it is to be said. */
  readonly problems: readonly string[] | undefined;
  readonly onClauses: (clauses: readonly TypedClause[]) => void;
}

const Clauses = ({ clauses, problems, onClauses }: ClausesProps) => (
  <fieldset class="whole stack">
    <legend>{variationLabels.clauses}</legend>
    {clauses.length === 0 && <p class="quiet">{variationLabels.noClauses}</p>}
    {clauses.map((clause, at) => {
      const put = (part: Partial<TypedClause>): void => onClauses(clauses.with(at, { ...clause, ...part }));
      return (
        <div key={at} class="some stack">
          <TextField
            label={variationLabels.heading}
            value={clause.heading}
            problem={problems?.[at] ?? ''}
            onText={(heading) => put({ heading })}
          />
          <CheckField label={variationLabels.notThere} checked={clause.gone} onCheck={(gone) => put({ gone })} />
          {!clause.gone && (
            <TextArea
              label={variationLabels.text}
              more={contentWords.markdownMore}
              rows={4}
              maxLength={20_000}
              value={clause.text}
              onText={(text) => put({ text })}
            />
          )}
          <div>
            <button
              type="button"
              aria-label={variationWords.removeClause(at + 1)}
              onClick={() => onClauses(clauses.toSpliced(at, 1))}
            >
              {variationLabels.removeClause}
            </button>
          </div>
        </div>
      );
    })}
    <div>
      <button
        type="button"
        aria-disabled={clauses.length >= CLAUSES_MAX}
        onClick={() => clauses.length < CLAUSES_MAX && onClauses([...clauses, EMPTY_CLAUSE])}
      >
        {variationLabels.addClause}
      </button>
    </div>
  </fieldset>
);
