import type { ControlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { EdgeConfig } from '../config.ts';
import { clientCommands } from '../control/client-commands.ts';
import { findDoor } from '../control/commands.ts';
import type { Doors } from '../door/doors.ts';
import type { OnStop } from '../foundation.ts';
import type { Journal } from '../journal/journal.ts';
import { recorder } from '../journal/recorder.ts';
import type { Log } from '../log.ts';
import type { BoxView } from '../panel/panel-state.ts';
import type { BoxStore } from '../store/box-store.ts';
import { createLocalClients } from './local-clients.ts';
import type { LocalPort } from './local-port.ts';
import type { LocalServiceStart } from './local-service.ts';

/** What of the agent stands on the LAN: who may connect, and, where it is configured, the broker that they connect to. */
export interface Lan {
  /** For boards that are clients of the broker; absent where there is none. */
  readonly port: LocalPort | undefined;
  /** `gatehouse edge client …` */
  commands(look: () => BoxView): Record<string, ControlCommand>;
  start(deps: LanStart, onStop: OnStop): Promise<void>;
  /** After the doors have come to rest. */
  close(): Promise<void>;
}

export interface LanStart extends LocalServiceStart {
  readonly doors: Pick<Doors, 'onChange'>;
  /** Called when the box is claimed, and at once when it is. Returns how to stop listening. */
  readonly onClaimed: (listener: () => void) => () => void;
}

export const openLan = async (deps: {
  readonly settings: EdgeConfig['broker'];
  readonly box: BoxStore;
  readonly journal: Pick<Journal, 'record'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly log: Log;
}): Promise<Lan> => {
  const { settings, box, journal, clock, random, log } = deps;
  const clients = createLocalClients({ box, clock, random });
  const record = recorder(journal, log);
  // A box without clients on its LAN never loads a broker.
  const service =
    settings && (await import('./local-service.ts')).openLocalService({ settings, box, clients, record, clock, log });
  return {
    port: service?.port,
    commands: (look) =>
      clientCommands({
        clients,
        broker: service,
        findDoor: (wanted) => findDoor(look().doors, wanted),
        doorName: (doorId) => look().doors.find((door) => door.doorId === doorId)?.name ?? doorId,
      }),
    start: async ({ doors, onClaimed, ...start }, onStop) => {
      const running = await service?.start(start);
      if (running === undefined) return;
      onStop(running.goodbye);
      onStop(doors.onChange(running.changed));
      onStop(onClaimed(() => void running.renewCertificate()));
    },
    close: async () => service?.close(),
  };
};
