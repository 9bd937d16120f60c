import type { ControlCommand } from '@gatehouse/shared/control/control-server.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Access } from '../access/access.ts';
import type { EdgeConfig } from '../config.ts';
import { readerCommands } from '../control/reader-commands.ts';
import type { BusRack } from '../door/bus-rack.ts';
import type { OnStop } from '../foundation.ts';
import type { Journal } from '../journal/journal.ts';
import { recorder } from '../journal/recorder.ts';
import type { Log } from '../log.ts';
import type { BoxView } from '../panel/panel-state.ts';
import { openWiredReaders, type WiredReaders } from './wired-readers.ts';

export interface Readers extends Omit<WiredReaders, 'close'> {
  /** `gatehouse edge reader …` */
  commands(look: () => Pick<BoxView, 'readers'>): Record<string, ControlCommand>;
}

/** The readers that the box's own file names, listened to from now on. */
export const openReaders = async (
  deps: {
    readonly config: Pick<EdgeConfig, 'buses' | 'readers'>;
    readonly rack: BusRack;
    readonly present: Access['present'];
    readonly journal: Pick<Journal, 'record'>;
    readonly clock: Clock;
    readonly log: Log;
  },
  onStop: OnStop,
): Promise<Readers> => {
  const { config, rack, journal, log } = deps;
  const record = recorder(journal, log);
  const wired = await openWiredReaders({ ...deps, readers: config.readers ?? {}, buses: config.buses, record });
  onStop(wired.close);
  return { ...wired, commands: (look) => readerCommands({ look, pairing: rack.pairing, record }) };
};
