import { useId, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Failed } from '../../kit/states.tsx';
import { KEY_TYPES, partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { usePartner } from '../partner-console.ts';
import { KEYS } from './use-keys.ts';

/** A new key: the one that opens no door is offered first. */
export const MakeKey = ({ onMade }: { readonly onMade: (text: string) => void }) => {
  const { ask, queries } = usePartner();
  const { busy, error, run } = useAttempt();
  const [label, setLabel] = useState('');
  const [type, setType] = useState(KEY_TYPES[0] ?? 'dryrun');
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const make = () =>
    run(async () => {
      const body = { type, label: label.trim() };
      // An answer that was lost is not answered again, so there is no key to send it with a second time.
      const { key } = await ask('POST /console/v1/keys', { body });
      setLabel('');
      onMade(key);
      await queries.invalidateQueries({ queryKey: KEYS });
    });
  return (
    <section class="panel" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>{partnerLabels.keys.make}</h2>
      <form
        class="add"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(label.trim() === '');
          if (label.trim() === '') return document.getElementById(`${field}-label`)?.focus();
          void make();
        }}
      >
        <div class="field">
          <label for={`${field}-label`}>{partnerLabels.keys.label}</label>
          <input
            id={`${field}-label`}
            autocomplete="off"
            maxLength={120}
            required
            value={label}
            aria-invalid={isMissing}
            aria-describedby={`${field}-problem`}
            onInput={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for={`${field}-type`}>{partnerLabels.keys.type}</label>
          <select
            id={`${field}-type`}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value as typeof type)}
          >
            {KEY_TYPES.map((one) => (
              <option key={one} value={one}>
                {partnerWords.keyType(one)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="first" aria-disabled={busy}>
          {partnerLabels.keys.make}
        </button>
        <p id={`${field}-problem`} class="problem" role="alert">
          {isMissing ? partnerLabels.keys.labelMissing : ''}
        </p>
      </form>
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
