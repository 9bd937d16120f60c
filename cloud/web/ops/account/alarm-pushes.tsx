import { useState } from 'preact/hooks';
import type { AlarmKind, AlarmPush } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choices } from '../../kit/choices.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { alarmWords } from '../../words/alarms-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { usePlaces } from '../users/places.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const CHOSEN = ['alarm-pushes'];

/** Of which alarms one is told in one’s browsers: facility by facility, and kind by kind. */
export const AlarmPushes = () => {
  const { ask } = useConsole();
  const places = usePlaces();
  const [facilityId, setFacilityId] = useState('');
  const query = useQuery({
    queryKey: CHOSEN,
    queryFn: async ({ signal }) => ({
      kinds: (await ask('GET /api/alarm-kinds', {}, { signal })).data,
      pushes: (await ask('GET /api/alarm-pushes', {}, { signal })).data,
    }),
  });
  return (
    <section class="panel" aria-labelledby="alarm-pushes-title">
      <h2 id="alarm-pushes-title">{alarmWords.pushesTitle}</h2>
      <p class="quiet">{alarmWords.pushesMore}</p>
      <Answered query={places} what={alarmWords.lookingAtPushes}>
        {({ facilities }) =>
          facilities.length === 0 ? (
            <Empty title={alarmWords.noFacility} />
          ) : (
            <Choice
              label={alarmWords.facility}
              value={facilityId}
              options={[
                ['', alarmWords.chooseFacility],
                ...facilities.map((facility) => [facility.facilityId, facility.name] as const),
              ]}
              onChoice={setFacilityId}
            />
          )
        }
      </Answered>
      {facilityId !== '' && (
        <Answered query={query} what={alarmWords.lookingAtPushes}>
          {({ kinds, pushes }) => {
            const push = pushes.find((one) => one.facilityId === facilityId);
            return <OneChoice key={`${facilityId} ${push?.setAt}`} facilityId={facilityId} kinds={kinds} push={push} />;
          }}
        </Answered>
      )}
    </section>
  );
};

interface OneChoiceProps {
  readonly facilityId: string;
  readonly kinds: readonly AlarmKind[];
  /** What was chosen before. */
  readonly push: AlarmPush | undefined;
}

const OneChoice = ({ facilityId, kinds, push }: OneChoiceProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(push?.kinds ?? kinds.map(({ kind }) => kind)),
  );
  const [from, setFrom] = useState(push?.quiet?.from ?? '');
  const [until, setUntil] = useState(push?.quiet?.until ?? '');
  const [tried, setTried] = useState(false);
  const isAlways = from === '' && until === '';
  const isRight = isAlways || (CLOCK.test(from) && CLOCK.test(until) && from !== until);
  const path = { facilityId };
  const said = async (words: string): Promise<void> => {
    announcer.say(words);
    await queries.invalidateQueries({ queryKey: CHOSEN });
  };
  const save = (): void => {
    setTried(true);
    if (!isRight || chosen.size === 0) return;
    void run(async () => {
      const body = { kinds: [...chosen], quiet: isAlways ? null : { from, until } };
      await ask('PUT /api/alarm-pushes/{facilityId}', { path, body });
      await said(alarmWords.pushesSaved);
    });
  };
  const none = () =>
    run(async () => {
      await ask('DELETE /api/alarm-pushes/{facilityId}', { path });
      await said(alarmWords.noneSaved);
    });
  return (
    <Form send={alarmWords.savePushes} busy={busy} error={error} draft="chosen" onSend={save}>
      <fieldset class="whole">
        <legend>{alarmWords.kinds}</legend>
        <Choices
          some={kinds.map(({ kind, title }) => ({ id: kind, name: title }))}
          chosen={chosen}
          onChoose={setChosen}
        />
        {tried && chosen.size === 0 && <p class="problem">{alarmWords.noKinds}</p>}
      </fieldset>
      <TextField
        label={alarmWords.quietFrom}
        value={from}
        maxLength={5}
        problem={tried && !isRight ? alarmWords.quietWrong : ''}
        onText={(text) => setFrom(text.trim())}
      />
      <TextField
        label={alarmWords.quietUntil}
        value={until}
        maxLength={5}
        problem=""
        onText={(text) => setUntil(text.trim())}
      />
      <p class="quiet small whole">{alarmWords.quietMore}</p>
      {push !== undefined && (
        <button type="button" aria-disabled={busy} onClick={() => void none()}>
          {alarmWords.tellNone}
        </button>
      )}
    </Form>
  );
};
