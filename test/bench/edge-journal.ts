import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '@gatehouse/edge/journal/open-journal.ts';
import { BootId, BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { StartedSide } from './floors.ts';
import { askingSide } from './side.ts';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const DOOR = DoorId.parse('door_0123456789abcdef');

/** The box's own journal on the same disk: a fact is done when it is numbered, chained, committed and synced. */
export const journalSide = (folder: string): StartedSide => {
  const dataDir = mkdtempSync(join(folder, 'journal-'));
  const { journal } = openJournal({
    dataDir,
    boxId: BoxId.parse(randomUUID()),
    bootId: BootId.parse(randomUUID()),
    clock: systemClock,
    log: quiet,
    clockTrusted: () => true,
    timeFloorMs: () => 0,
  });
  const ask = async () => void (await journal.record({ kind: 'door.closed', data: { doorId: DOOR } }));
  return {
    side: askingSide({ name: 'journal', pids: { here: process.pid } }, async () => ({ ask, close: () => undefined })),
    stop: async () => {
      await journal.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
