import { useState } from 'preact/hooks';
import type { SmsQuietHours } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, useFilters } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty } from '../../kit/states.tsx';
import { messageLabels, messageWords } from '../../words/messages-en.ts';
import { useConsole, useQuery } from '../console.ts';

const useQuietHours = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['quiet-hours', facilityId],
    queryFn: ({ signal }) => ask('GET /api/admin/sms/quiet-hours/{facilityId}', { path: { facilityId } }, { signal }),
  });
};

/** When nobody gets marketing at a gym, for whoever writes some. */
export const QuietThere = ({ facilityId }: { readonly facilityId: string }) => {
  const hours = useQuietHours(facilityId);
  return (
    <div class="whole">
      <Answered query={hours} what={messageLabels.lookingAtQuiet}>
        {({ from, until }) => <p>{messageWords.quietThere(from, until)}</p>}
      </Answered>
    </div>
  );
};

interface QuietHoursProps {
  readonly gyms: readonly { readonly facilityId: string; readonly name: string }[];
}

/** The quiet hours of one gym after the other, as they are set. */
export const QuietHours = ({ gyms }: QuietHoursProps) => {
  const { values, set } = useFilters();
  const chosen = (gyms.find(({ facilityId }) => facilityId === values.gym) ?? gyms[0])?.facilityId;
  return (
    <section class="panel stack" aria-labelledby="quiet-title">
      <div>
        <h2 id="quiet-title">{messageLabels.quiet}</h2>
        <p class="quiet">{messageLabels.quietMore}</p>
      </div>
      {chosen === undefined ? (
        <Empty title={messageLabels.noGyms} />
      ) : (
        <>
          <div class="filters">
            <Choice
              label={messageLabels.gym}
              value={chosen}
              options={gyms.map(({ facilityId, name }) => [facilityId, name] as const)}
              onChoice={(gym) => set({ gym })}
            />
          </div>
          <OfGym key={chosen} facilityId={chosen} />
        </>
      )}
    </section>
  );
};

const OfGym = ({ facilityId }: { readonly facilityId: string }) => {
  const hours = useQuietHours(facilityId);
  return (
    <Answered query={hours} what={messageLabels.lookingAtQuiet}>
      {(known) => <QuietForm key={`${known.from} ${known.until}`} hours={known} />}
    </Answered>
  );
};

const QuietForm = ({ hours }: { readonly hours: SmsQuietHours }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId, isUsual } = hours;
  const [from, setFrom] = useState(hours.from);
  const [until, setUntil] = useState(hours.until);
  const isNone = from === until;
  const keep = () =>
    run(async () => {
      const path = { facilityId };
      const now = await ask('PUT /api/admin/sms/quiet-hours/{facilityId}', { path, body: { from, until } });
      announcer.say(messageLabels.kept);
      queries.setQueryData(['quiet-hours', facilityId], now);
    });
  const field = (label: string, value: string, set: (text: string) => void) => (
    <label class="field">
      {label}
      <input type="time" required value={value} onInput={({ currentTarget }) => set(currentTarget.value)} />
    </label>
  );
  return (
    <Form
      send={messageLabels.keep}
      busy={busy}
      error={error}
      draft="short"
      onSend={() => {
        if (!isNone && from !== '' && until !== '') void keep();
      }}
    >
      {field(messageLabels.quietFrom, from, setFrom)}
      {field(messageLabels.quietUntil, until, setUntil)}
      <p class={isNone ? 'problem whole' : 'quiet small whole'} role="status">
        {isNone && messageLabels.same}
        {!isNone && isUsual && messageLabels.usual}
      </p>
    </Form>
  );
};
