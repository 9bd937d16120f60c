import { useId, useState } from 'preact/hooks';
import { KEY_TYPES, keyLabels, keyWords } from '../words/partner-keys-en.ts';
import { useAttempt } from './attempt.ts';
import { DraftNote } from './draft-note.tsx';
import type { KeyActs } from './key-row.tsx';
import { Failed } from './states.tsx';
import { useDraft } from './use-draft.ts';

const NEW = { label: '', type: KEY_TYPES[0] ?? ('dryrun' as const) };

/** A new key: the one that opens no door is offered first. */
export const MakeKey = ({ onMake }: { readonly onMake: KeyActs['make'] }) => {
  const { busy, error, run } = useAttempt();
  const draft = useDraft('new-key', NEW, ['label', 'type']);
  const { label, type } = draft.typed;
  const [isMissing, setMissing] = useState(false);
  const field = useId();
  const make = () =>
    run(async () => {
      await onMake(type, label.trim());
      draft.sent();
    });
  return (
    <section class="panel" aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>{keyLabels.make}</h2>
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
        <DraftNote draft={draft} />
        <div class="field">
          <label for={`${field}-label`}>{keyLabels.label}</label>
          <input
            id={`${field}-label`}
            autocomplete="off"
            maxLength={120}
            required
            value={label}
            aria-invalid={isMissing}
            aria-describedby={`${field}-problem`}
            onInput={({ currentTarget }) => draft.put({ label: currentTarget.value })}
          />
        </div>
        <div class="field">
          <label for={`${field}-type`}>{keyLabels.type}</label>
          <select
            id={`${field}-type`}
            value={type}
            onChange={({ currentTarget }) => draft.put({ type: currentTarget.value as typeof type })}
          >
            {KEY_TYPES.map((one) => (
              <option key={one} value={one}>
                {keyWords.keyType(one)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" class="first" aria-disabled={busy}>
          {keyLabels.make}
        </button>
        <p id={`${field}-problem`} class="problem" role="alert">
          {isMissing ? keyLabels.labelMissing : ''}
        </p>
      </form>
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
