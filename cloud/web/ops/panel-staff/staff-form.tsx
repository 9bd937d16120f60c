import { useId, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { panelStaffLabels, panelStaffWords } from '../../words/panel-staff-en.ts';

export interface StaffGiven {
  readonly name: string;
  readonly role: 'staff' | 'manager';
  /** Empty: it stays. */
  readonly pin: string;
}

interface StaffFormProps {
  /** Who it is about so far; nobody for a new one. */
  readonly of?: Pick<StaffGiven, 'name' | 'role'>;
  readonly send: string;
  readonly onGiven: (given: StaffGiven) => Promise<void>;
}

const ROLES = (['staff', 'manager'] as const).map((one) => [one, panelStaffWords.role(one)] as const);
const PIN_MAX = 12;
const isPin = (text: string): boolean => /^\d{6,12}$/.test(text);

/** Who somebody at the panels is, what they may do, and their PIN, which is kept nowhere on this page. */
export const StaffForm = ({ of, send, onGiven }: StaffFormProps) => {
  const { busy, error, run } = useAttempt();
  const first = { name: of?.name ?? '', role: of?.role ?? ('staff' as const) };
  const draft = useDraft(`staff ${of?.name ?? 'new'}`, first, ['name', 'role']);
  const { name, role } = draft.typed;
  const [pin, setPin] = useState('');
  const [tried, setTried] = useState(false);
  const pinMissing = !isPin(pin) && (of === undefined || pin !== '');
  const submit = (): void => {
    setTried(true);
    if (busy || name.trim() === '' || pinMissing) return;
    void run(async () => {
      const given = { name: name.trim(), role, pin };
      setPin(''); // Also where it is refused: a PIN is not left standing.
      await onGiven(given);
      setTried(false);
      draft.sent(of && draft.typed);
    });
  };
  return (
    <Form send={send} busy={busy} error={error} draft={draft} onSend={submit}>
      <TextField
        label={panelStaffLabels.name}
        value={name}
        maxLength={120}
        problem={tried && name.trim() === '' ? panelStaffLabels.nameMissing : ''}
        onText={(written) => draft.put({ name: written })}
      />
      <Choice
        label={panelStaffLabels.role}
        value={role}
        options={ROLES}
        onChoice={(chosen) => draft.put({ role: chosen })}
      />
      <PinField
        label={of === undefined ? panelStaffLabels.pin : panelStaffLabels.newPin}
        more={of === undefined ? panelStaffLabels.pinMore : `${panelStaffLabels.pinStays} ${panelStaffLabels.pinMore}`}
        pin={pin}
        problem={tried && pinMissing && !busy ? panelStaffLabels.pinMissing : ''}
        onPin={setPin}
      />
    </Form>
  );
};

interface PinFieldProps {
  readonly label: string;
  readonly more: string;
  readonly pin: string;
  readonly problem: string;
  readonly onPin: (pin: string) => void;
}

const PinField = ({ label, more, pin, problem, onPin }: PinFieldProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="digits"
        type="password"
        inputMode="numeric"
        autocomplete="new-password"
        maxLength={PIN_MAX}
        value={pin}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-more ${id}-problem`}
        onInput={({ currentTarget }) => onPin(currentTarget.value.replace(/\D/g, '').slice(0, PIN_MAX))}
      />
      <p id={`${id}-more`} class="quiet small">
        {more}
      </p>
      <p id={`${id}-problem`} class="problem">
        {problem}
      </p>
    </div>
  );
};
