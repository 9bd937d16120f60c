import { CONTACT, LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useId, useState } from 'preact/hooks';
import { Disclosed } from '../../kit/disclosed.tsx';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { Choice } from '../../kit/filters.tsx';
import { GraveButton } from '../../kit/grave-button.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { maintenanceWords } from '../../words/maintenance-en.ts';
import { useConsole } from '../console.ts';
import { inOneLine } from './door-tone.ts';
import type { MaintenanceProps } from './maintenance.tsx';
import { AT_TIME, BY_HAND, endOf, endsOf, type Mode } from './maintenance-end.ts';

interface BeginProps extends MaintenanceProps {
  readonly busy: boolean;
  readonly onBegin: (body: { readonly mode: Mode; readonly reason: string; readonly until?: string }) => void;
}

/** Asks what is done to a door, why and for how long. What was typed stays until the door's box has taken it. */
export const BeginMaintenance = (props: BeginProps) => (
  <Disclosed summary={maintenanceWords.title}>
    <BeginForm {...props} />
  </Disclosed>
);

const BeginForm = ({ at: { time }, door, news, busy, onBegin }: BeginProps) => {
  const { serverNow } = useConsole();
  const [mode, setMode] = useState<Mode>('force-closed');
  const [end, setEnd] = useState('2');
  const [field, setField] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const choose = (next: Mode): void => {
    setMode(next);
    if (next === 'force-open' && end === BY_HAND) setEnd('2');
  };
  const begin = (): void => {
    setTried(true);
    const until = endOf({ end, field, time, nowMs: serverNow() });
    if (reason.trim() === '' || until === 'wrong') return;
    onBegin({ mode, reason: reason.trim(), ...(until !== undefined && { until: new Date(until).toISOString() }) });
  };
  const isWrong = tried && end === AT_TIME && endOf({ end, field, time, nowMs: serverNow() }) === 'wrong';
  return (
    <form class="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      <ChooseMode mode={mode} onMode={choose} />
      <div class="form">
        <Choice label={maintenanceWords.ends} value={end} options={endsOf(mode)} onChoice={setEnd} />
        {end === AT_TIME && <EndAt time={time} field={field} isWrong={isWrong} onField={setField} />}
        <TextField
          label={maintenanceWords.why}
          value={reason}
          problem={tried && reason.trim() === '' ? maintenanceWords.whyMissing : ''}
          onText={setReason}
        />
      </div>
      <GraveButton
        label={busy ? maintenanceWords.ordering : maintenanceWords.begin(mode, door.name)}
        seen={inOneLine(door, LOCK[door.lock], CONTACT[door.contact])}
        news={news}
        busy={busy}
        tone={mode === 'force-open' ? 'grave' : 'first'}
        onPress={begin}
      />
    </form>
  );
};

const MODES = Object.entries(maintenanceWords.modes) as readonly (readonly [Mode, string])[];

const ChooseMode = ({ mode, onMode }: { readonly mode: Mode; readonly onMode: (mode: Mode) => void }) => {
  const id = useId();
  return (
    <fieldset>
      <legend>{maintenanceWords.what}</legend>
      {MODES.map(([one, label]) => (
        <label key={one} class="choice">
          <input type="radio" name={id} checked={mode === one} onChange={() => onMode(one)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
};

interface EndAtProps {
  readonly time: FacilityTime;
  readonly field: string;
  readonly isWrong: boolean;
  readonly onField: (field: string) => void;
}

const EndAt = ({ time, field, isWrong, onField }: EndAtProps) => {
  const { serverNow } = useConsole();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{maintenanceWords.endsAt(time.zone(serverNow()))}</label>
      <input
        id={id}
        type="datetime-local"
        value={field}
        min={time.fieldOf(serverNow())}
        aria-invalid={isWrong}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => onField(currentTarget.value)}
      />
      <p id={`${id}-problem`} class="problem">
        {isWrong ? maintenanceWords.endWrong : ''}
      </p>
    </div>
  );
};
