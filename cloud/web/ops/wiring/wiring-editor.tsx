import { useRef } from 'preact/hooks';
import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import { useConsole } from '../console.ts';
import { AddDoor, RemoveDoor } from './add-door.tsx';
import { Differences } from './differences.tsx';
import { DoorFields } from './door-fields.tsx';
import type { Draft } from './draft.ts';
import { differencesOf, problemsOf, type Wired, wiringOf } from './wired.ts';

export interface EditorProps {
  readonly box: DoorControllerConfiguration;
  /** Whether doors may be taken away as well. */
  readonly mayRemove: boolean;
  /** As they are wanted, with the draft put over them. */
  readonly drafted: readonly Wired[];
  readonly draft: Draft | undefined;
  readonly onDraft: (draft: Draft | undefined) => void;
}

/** What is changed of a door, as the API takes it: it refuses whatever else is known of a door. */
const changeOf = ({ doorId, ...door }: Wired) => ({ doorId, ...wiringOf(door) });
const isOutdated = (error: unknown): boolean =>
  error instanceof RefusedError && error.refusal.code === 'configuration_outdated';

/** Doors of a box that are wired anew: drafted here, looked at as a difference, then sent whole. */
export const WiringEditor = ({ box, mayRemove, drafted, draft, onDraft }: EditorProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { uuid, facilityId, desired, reported } = box;
  const buses = reported?.buses.map(({ name }) => name) ?? [];
  const problems = problemsOf(drafted, reported);
  const differences = differencesOf(desired.doors, drafted);
  // Of each draft once, so that what was sent and not answered is not sent as another.
  const sending = useRef({ text: '', key: '' });
  const put = (door: Wired): void => {
    const others = Object.fromEntries(Object.entries(draft?.doors ?? {}).filter(([doorId]) => doorId !== door.doorId));
    const wanted = desired.doors.find(({ doorId }) => doorId === door.doorId);
    const same = wanted !== undefined && differencesOf([wanted], [door]).length === 0;
    onDraft({ version: draft?.version ?? desired.version, doors: same ? others : { ...others, [door.doorId]: door } });
  };
  const send = () =>
    run(async () => {
      if (draft === undefined) return;
      const body = { uuid, expectedVersion: draft.version, doors: Object.values(draft.doors).map(changeOf) };
      const text = JSON.stringify(body);
      if (sending.current.text !== text) sending.current = { text, key: crypto.randomUUID() };
      const input = { path: { club: facilityId }, body } as const;
      const options = { idempotencyKey: sending.current.key };
      const { confirmation } = await ask('POST /api/devices/door-controllers/update/{club}', input, options);
      onDraft(undefined);
      announcer.say(wiringWords.sent(confirmation));
      await queries.invalidateQueries({ queryKey: ['box', uuid] });
    });
  const goOn = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['box', uuid] });
    const now = queries.getQueryData<DoorControllerConfiguration>(['box', uuid]);
    if (draft !== undefined && now !== undefined) onDraft({ ...draft, version: now.desired.version });
  };
  return (
    <section class="panel" aria-labelledby="edit-title">
      <h2 id="edit-title">{wiringLabels.edit}</h2>
      {drafted.length === 0 && <Empty title={wiringLabels.noDoors}>{wiringLabels.noDoorsMore}</Empty>}
      {drafted.map((door) => (
        <Disclosed key={door.doorId} summary={wiringWords.editDoor(door.name, draft?.doors[door.doorId] !== undefined)}>
          <DoorFields
            door={door}
            doors={drafted}
            buses={buses}
            problems={problems.filter(({ doorId }) => doorId === door.doorId).map(({ message }) => message)}
            onDoor={put}
          />
          {draft === undefined && mayRemove && <RemoveDoor box={box} door={door} />}
        </Disclosed>
      ))}
      {/* Each makes a version of its own: a draft would be of the one before. */}
      {draft === undefined && (
        <Disclosed summary={wiringLabels.addDoor}>
          <AddDoor box={box} />
        </Disclosed>
      )}
      <h3 id="draft-title">{wiringLabels.draft}</h3>
      {differences.length === 0 ? <p class="quiet">{wiringLabels.noDraft}</p> : <Differences of={differences} />}
      {draft !== undefined && (
        <div class="buttons">
          <button type="button" class="first" aria-disabled={busy} onClick={() => void send()}>
            {busy ? wiringLabels.sending : wiringLabels.send}
          </button>
          <button type="button" onClick={() => onDraft(undefined)}>
            {wiringLabels.drop}
          </button>
        </div>
      )}
      {isOutdated(error) ? (
        <div class="failed" role="alert">
          <p class="failed-title">{wiringLabels.outdated}</p>
          <p>{wiringLabels.outdatedMore}</p>
          <button type="button" onClick={() => void goOn()}>
            {wiringLabels.goOn}
          </button>
        </div>
      ) : (
        error !== undefined && <Failed error={error} />
      )}
    </section>
  );
};
