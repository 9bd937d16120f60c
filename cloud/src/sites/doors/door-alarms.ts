import type { DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { AlarmKind } from '../warnings/alarm-kinds.ports.ts';
import type { StandingWarning, WarningKind, WarningsService } from '../warnings/warnings.service.ts';
import { toDoor } from './door-view.ts';
import { doorsRepo } from './doors.repo.ts';

interface DoorAlarmsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly warnings: Pick<WarningsService, 'raise' | 'keep' | 'close' | 'standing'>;
}

/** What happens at doors and needs somebody now. */
export const DOOR_ALARMS: readonly AlarmKind[] = [
  {
    ...{ kind: 'door_forced_open', title: 'A door was forced open', tellAfter: Seconds(0) },
    why: 'Somebody may be inside who was not let in.',
  },
  {
    ...{ kind: 'door_held_open', title: 'A door stands open', tellAfter: Seconds(0) },
    why: 'Anybody can walk in. The box has already waited for as long as the door is allowed to stand open.',
  },
  {
    ...{ kind: 'fire_raised', title: 'A door is released by the fire alarm', tellAfter: Seconds(0) },
    why: 'There may be a fire, and the door stays released until somebody resets it there.',
  },
  {
    ...{ kind: 'reader_tampered', title: 'A reader was opened', tellAfter: Seconds(0) },
    why: 'Whoever opens a reader may put something in it that copies cards.',
  },
  {
    ...{ kind: 'lockdown_not_taken', title: 'A door has not taken a lockdown', tellAfter: Seconds(0) },
    why: 'People rely on a door that is not locked down: somebody has to go there.',
  },
  {
    ...{ kind: 'board_lost', title: 'The board of a lock does not answer', tellAfter: Minutes(1) },
    why: 'Nobody can be let in there. Boards that are back within a minute were restarted.',
  },
];

/** Those that stand for as long as boxes say so, by the alarm of a door's report. */
const REPORTED = { door_held_open: 'held_open', fire_raised: 'fire' } as const satisfies Partial<
  Record<WarningKind, DoorReport['alarms'][number]>
>;
const STANDING = ['door_held_open', 'fire_raised', 'board_lost'] as const satisfies readonly WarningKind[];
/** By then the box has told of it in its beacon as well. */
const REPORTED_AFTER = Minutes(1);

export const createDoorAlarms = ({ db, clock, warnings }: DoorAlarmsDeps) => {
  const nameOf = async (tx: Tx, facilityId: FacilityId, doorId: DoorId): Promise<string> =>
    (await doorsRepo(tx).find(doorId, facilityId))?.name ?? doorId;

  const isOver = async (tx: Tx, { kind, facilityId, subject, since }: StandingWarning): Promise<boolean> => {
    const now = clock.wallMs();
    if (since > now - REPORTED_AFTER) return false;
    if (kind === 'board_lost') {
      const [boxId] = subject.split('/');
      const driven = (await doorsRepo(tx).list(facilityId)).filter((door) => door.box_id === boxId);
      return driven.every((row) => toDoor(row, now).presence === 'online');
    }
    const row = await doorsRepo(tx).find(uncheckedId<DoorId>(subject), facilityId);
    if (row === undefined) return true;
    const { online, alarms } = toDoor(row, now);
    return online && !alarms.includes(REPORTED[kind as keyof typeof REPORTED]);
  };

  return {
    /** Listens to the boxes' journals. */
    alarmTold: (async (tx, boxId, facilityId, { body }) => {
      switch (body.kind) {
        case 'door.opened': {
          const { doorId: subject, expected } = body.data;
          if (expected) return;
          const message = `The door ${await nameOf(tx, facilityId, subject)} opened, and nothing had released its lock.`;
          return warnings.raise(tx, { kind: 'door_forced_open', facilityId, subject, message });
        }
        case 'door.held_open': {
          const { doorId: subject, seconds } = body.data;
          const message = `The door ${await nameOf(tx, facilityId, subject)} stands open for more than ${seconds} seconds.`;
          return warnings.keep(tx, [{ kind: 'door_held_open', facilityId, subject, message }]);
        }
        case 'door.alarm_cleared':
          if (body.data.alarm !== 'held_open') return;
          return warnings.close(tx, [{ kind: 'door_held_open', facilityId, subject: body.data.doorId }]);
        case 'fire.raised': {
          const { doorId: subject } = body.data;
          const message = `The door ${await nameOf(tx, facilityId, subject)} is released by its fire input, until somebody resets that at the door.`;
          return warnings.keep(tx, [{ kind: 'fire_raised', facilityId, subject, message }]);
        }
        case 'fire.reset':
          return warnings.close(tx, [{ kind: 'fire_raised', facilityId, subject: body.data.doorId }]);
        case 'reader.tampered': {
          const { doorId, reader } = body.data;
          const message = `Somebody opened the housing of the reader ${reader} at ${await nameOf(tx, facilityId, doorId)}.`;
          return warnings.raise(tx, { kind: 'reader_tampered', facilityId, subject: `${doorId}/${reader}`, message });
        }
        case 'board.lost': {
          const { bus, unit, why } = body.data;
          const message = `Board ${unit} on ${bus} of box ${boxId} does not answer: ${why}.`;
          return warnings.keep(tx, [{ kind: 'board_lost', facilityId, subject: `${boxId}/${bus}/${unit}`, message }]);
        }
        case 'board.found': {
          const { bus, unit } = body.data;
          return warnings.close(tx, [{ kind: 'board_lost', facilityId, subject: `${boxId}/${bus}/${unit}` }]);
        }
      }
    }) satisfies FactListener as FactListener,

    /** Closes what no fact will: a box that was restarted does not say that what it had told before is over. */
    closeWhatIsOver: async (): Promise<void> => {
      for (const warning of await db.read((tx) => warnings.standing(tx, STANDING)))
        await db.write(async (tx) => {
          if (await isOver(tx, warning)) await warnings.close(tx, [warning]);
        });
    },
  };
};
