import { useRef, useState } from 'preact/hooks';
import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import { useConsole } from '../console.ts';
import { DoorFields } from './door-fields.tsx';
import { useReloadable } from './draft.ts';
import { newDoor, problemsOf, type Wired, wiringOf } from './wired.ts';

interface AddDoorProps {
  readonly box: DoorControllerConfiguration;
}

/** A door that the box is to drive, as soon as the box has told which buses it has. */
export const AddDoor = (props: AddDoorProps) => {
  const buses = props.box.reported?.buses ?? [];
  return buses.length === 0 ? (
    <Empty title={wiringLabels.noBuses}>{wiringLabels.noBoardsMore}</Empty>
  ) : (
    <NewDoor {...props} />
  );
};

/** Its name, and how it is wired. It waits at the panel like any other wiring. */
const NewDoor = ({ box }: AddDoorProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { uuid, facilityId, reported, desired } = box;
  const reloadable = useReloadable<Wired>(`new door of ${uuid}`);
  const [typed, setTyped] = useState(() => reloadable.read());
  const [tried, setTried] = useState(false);
  const key = useRef('');
  const door = typed ?? newDoor(desired.doors, reported);
  const put = (next: Wired): void => {
    key.current = '';
    reloadable.write(next);
    setTyped(next);
  };
  const doors = [...desired.doors, door];
  const problems = problemsOf(doors, reported).filter(({ doorId }) => doorId === door.doorId);
  const name = door.name.trim();
  const add = (): void => {
    setTried(true);
    if (name === '') return;
    key.current ||= crypto.randomUUID();
    const input = { path: { facilityId }, body: { ...wiringOf(door), name, uuid } };
    void run(async () => {
      const { confirmation } = await ask('POST /api/devices/doors/{facilityId}', input, {
        idempotencyKey: key.current,
      });
      announcer.say(`${wiringWords.doorAdded(name)} ${wiringWords.sent(confirmation)}`);
      key.current = '';
      reloadable.write(undefined);
      setTyped(undefined);
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['box', uuid] });
    });
  };
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={wiringLabels.doorName}
        value={door.name}
        maxLength={120}
        problem={tried && name === '' ? wiringLabels.doorNameMissing : ''}
        onText={(text) => put({ ...door, name: text })}
      />
      <DoorFields
        door={door}
        doors={doors}
        buses={reported?.buses.map((bus) => bus.name) ?? []}
        problems={problems.map(({ message }) => message)}
        onDoor={put}
      />
      <div class="buttons">
        <button type="submit" class="first" aria-disabled={busy}>
          {wiringLabels.addDoor}
        </button>
      </div>
      {error !== undefined && <Failed error={error} />}
    </form>
  );
};

interface RemoveDoorProps {
  readonly box: DoorControllerConfiguration;
  readonly door: Wired;
}

/** Takes a door away. What happened at it is kept; its box lets it go once that is confirmed at the panel. */
export const RemoveDoor = ({ box: { uuid, facilityId, desired, wiring }, door: { doorId, name } }: RemoveDoorProps) => {
  const looked = useRef(0);
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const remove = () =>
    run(async () => {
      const query = { expectedVersion: looked.current };
      await ask('DELETE /api/devices/doors/{facilityId}/{doorId}', { path: { facilityId, doorId }, query });
      announcer.say(wiringWords.doorRemoved(name));
      await queries.invalidateQueries({ queryKey: ['box', uuid] });
    });
  return (
    <>
      <ConfirmButton
        label={wiringWords.removeDoor(name)}
        more={wiring.state === 'not_asked' ? wiringLabels.removeDoorAtOnce : wiringLabels.removeDoorMore}
        busy={busy}
        onAsked={() => {
          looked.current = desired.doors.find((one) => one.doorId === doorId)?.version ?? 0;
        }}
        onConfirmed={() => void remove()}
      />
      {error !== undefined && <Failed error={error} />}
    </>
  );
};
