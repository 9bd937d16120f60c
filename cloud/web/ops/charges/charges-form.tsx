import { useState } from 'preact/hooks';
import type { ChargesConfig } from '../../client/platform-api.gen.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Failed } from '../../kit/states.tsx';
import { useSave } from '../../kit/use-save.tsx';
import { chargeLabels, chargeWords } from '../../words/charges-en.ts';
import { useConsole } from '../console.ts';
import { ChargeFields, OverrideFields } from './charge-fields.tsx';
import { chargeProblems, chargesOf, overrideProblem, typedCharges, typedOverrides } from './typed-charges.ts';

interface ChargesFormProps {
  /** The newest revision: what is typed goes on from it. */
  readonly newest: ChargesConfig;
  readonly clubs: readonly { readonly facilityId: string; readonly name: string }[];
}

const typedOf = (config: ChargesConfig) => ({
  charges: typedCharges(config),
  overrides: typedOverrides(config),
  effectiveOn: '',
});

/** What is charged from a day on, as the next revision. */
export const ChargesForm = ({ newest, clubs }: ChargesFormProps) => {
  const { ask } = useConsole();
  const { organisationId } = newest;
  const known = { revision: newest.revision, changedBy: newest.savedBy ?? NOBODY, changedAt: newest.savedAt ?? '' };
  const { busy, error, save, conflict } = useSave(known, ['charges', organisationId]);
  const [typed, setTyped] = useState(() => typedOf(newest));
  const [tried, setTried] = useState(false);
  const { charges, overrides, effectiveOn } = typed;
  const isRight =
    effectiveOn !== '' &&
    charges.every((charge) => Object.values(chargeProblems(charge, charges)).every((problem) => problem === '')) &&
    overrides.every((override) => overrideProblem(override, charges) === '');
  const send = () =>
    save(chargeLabels.saved, async (expectedRevision) => {
      const body = { organisationId, ...chargesOf(charges, overrides), effectiveOn, expectedRevision };
      const saved = await ask('POST /api/admin/charges-config', { body }, { idempotencyKey: crypto.randomUUID() });
      setTyped(typedOf(saved));
      setTried(false);
      return saved;
    });
  return (
    <div class="stack">
      <ChargeFields charges={charges} tried={tried} onCharges={(changed) => setTyped({ ...typed, charges: changed })} />
      <OverrideFields
        overrides={overrides}
        charges={charges}
        clubs={clubs}
        tried={tried}
        onOverrides={(changed) => setTyped({ ...typed, overrides: changed })}
      />
      <DateField
        label={chargeLabels.effectiveOn}
        value={effectiveOn}
        more={tried && effectiveOn === '' ? chargeLabels.effectiveOnMissing : ''}
        onDay={(day) => setTyped({ ...typed, effectiveOn: day })}
      />
      <p class="problem" role="status">
        {tried && !isRight ? chargeLabels.wrong : ''}
      </p>
      <div>
        {isRight ? (
          <ConfirmButton
            label={chargeLabels.save}
            more={chargeWords.consequence(effectiveOn)}
            busy={busy}
            onConfirmed={() => void send()}
          />
        ) : (
          <button type="button" onClick={() => setTried(true)}>
            {chargeLabels.save}
          </button>
        )}
      </div>
      {error !== undefined && <Failed error={error} />}
      {conflict(() => setTyped(typedOf(newest)))}
    </div>
  );
};

/** Who saved what nobody has saved. */
const NOBODY = { name: null };
