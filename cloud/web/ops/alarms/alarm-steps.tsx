import { useState } from 'preact/hooks';
import type { Alarm } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { DraftNote } from '../../kit/draft-note.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { alarmWords } from '../../words/alarms-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

const NOTE_MAX = 1_000;

interface StepsProps {
  readonly at: AtFacility;
  readonly alarm: Alarm;
  readonly isMine: boolean;
  readonly manages: boolean;
}

/** Who works at a facility, for whoever gives them something. */
export const useAlarmPeople = (facilityId: string) => {
  const { ask } = useConsole();
  return useQuery({
    queryKey: ['alarm-people', facilityId],
    queryFn: ({ signal }) =>
      ask('GET /api/access-control/{facilityId}/alarm-plan/people', { path: { facilityId } }, { signal }),
  });
};

/** What is done with an alarm beside taking it. What somebody may not do is not offered; the cloud refuses it all the same. */
export const AlarmSteps = ({ at, alarm, isMine, manages }: StepsProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = at.facility;
  const { alarmId, ownedBy } = alarm;
  const { typed, put, sent, ...draft } = useDraft(`alarm-note ${alarmId}`, { note: '' }, ['note']);
  const note = typed.note.trim();
  const [isMissing, setMissing] = useState(false);
  const path = { facilityId, alarmId };
  const mayGive = isMine || manages;
  const said = async (words: string): Promise<void> => {
    announcer.say(words);
    await queries.invalidateQueries({ queryKey: ['alarm', facilityId, alarmId] });
  };
  const fresh = () => ({ idempotencyKey: crypto.randomUUID() });
  const write = () => {
    setMissing(note === '');
    if (note === '') return;
    void run(async () => {
      const body = { note };
      await ask('POST /api/access-control/{facilityId}/alarms/{alarmId}/notes', { path, body }, fresh());
      sent();
      await said(alarmWords.written);
    });
  };
  const giveBack = () =>
    run(async () => {
      await ask('POST /api/access-control/{facilityId}/alarms/{alarmId}/give-back', { path }, fresh());
      await said(alarmWords.gaveBack);
    });
  const resolve = () =>
    run(async () => {
      const body = note === '' ? {} : { note };
      await ask('POST /api/access-control/{facilityId}/alarms/{alarmId}/resolve', { path, body }, fresh());
      sent();
      await said(alarmWords.resolved);
    });
  return (
    <div class="alarm-steps">
      <DraftNote draft={draft} />
      <TextArea
        label={alarmWords.note}
        value={typed.note}
        maxLength={NOTE_MAX}
        more={alarmWords.noteMore}
        problem={isMissing && note === '' ? alarmWords.writeFirst : ''}
        onText={(text) => put({ note: text })}
      />
      <div class="buttons">
        <button type="button" aria-disabled={busy} onClick={write}>
          {alarmWords.write}
        </button>
        {(mayGive || ownedBy === null) && (
          <button type="button" aria-disabled={busy} onClick={() => void resolve()}>
            {alarmWords.resolve}
          </button>
        )}
        {mayGive && ownedBy !== null && (
          <button type="button" aria-disabled={busy} onClick={() => void giveBack()}>
            {alarmWords.giveBack}
          </button>
        )}
      </div>
      {(mayGive || ownedBy === null) && <p class="quiet small">{alarmWords.resolveMore}</p>}
      {error !== undefined && <Failed error={error} />}
      {mayGive && <HandOver at={at} alarmId={alarmId} owner={ownedBy?.id} onHanded={() => said(alarmWords.handed)} />}
    </div>
  );
};

interface HandOverProps {
  readonly at: AtFacility;
  readonly alarmId: string;
  readonly owner: string | undefined;
  readonly onHanded: () => Promise<void>;
}

const HandOver = ({ at, alarmId, owner, onHanded }: HandOverProps) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const people = useAlarmPeople(facilityId);
  const { busy, error, run } = useAttempt();
  const [userId, setUserId] = useState('');
  const [isMissing, setMissing] = useState(false);
  const hand = (): void => {
    setMissing(userId === '');
    if (userId === '') return;
    void run(async () => {
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask(
        'POST /api/access-control/{facilityId}/alarms/{alarmId}/hand-over',
        { path: { facilityId, alarmId }, body: { userId } },
        options,
      );
      await onHanded();
    });
  };
  return (
    <Answered query={people} what={alarmWords.chooseSomebody}>
      {({ data }) => (
        <Form send={alarmWords.hand} busy={busy} error={error} draft="chosen" onSend={hand}>
          <Choice
            label={alarmWords.handTo}
            value={userId}
            options={[
              ['', alarmWords.chooseSomebody],
              ...data
                .filter((person) => person.userId !== owner)
                .map((person) => [person.userId, alarmWords.person(person)] as const),
            ]}
            onChoice={setUserId}
          />
          {isMissing && userId === '' && <p class="problem">{alarmWords.chooseFirst}</p>}
        </Form>
      )}
    </Answered>
  );
};
