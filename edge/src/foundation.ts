import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { type ClockTrust, watchClock } from './clock/clock-trust.ts';
import { detectPowerLoss } from './clock/power-loss.ts';
import { hasBatteryClock, keptByTimeServer } from './clock/time-sources.ts';
import { keepDoors } from './doors-kept/keep-doors.ts';
import { loadIdentity } from './identity/box-identity.ts';
import { openEndedJournals } from './journal/ended-journals.ts';
import { openJournal } from './journal/open-journal.ts';
import { openReserve, withRoom } from './journal/reserve.ts';
import type { Log } from './log.ts';
import { openBoxStore } from './store/box-store.ts';
import { isFirstStart } from './store/first-start.ts';
import { lockFolder } from './store/folder-lock.ts';

export interface FoundationDeps {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}
/** What box.db keeps of the times that the cloud has signed. */
const SignedTimes = z.strictObject({ floorMs: z.int().nonnegative(), contradicted: z.boolean() });

export type OnStop = (step: () => Promise<void> | void) => void;

/** What everything else of the agent stands on: who the box is, what it remembers, and how far it believes its clock. */
export const openFoundation = ({ dataDir, clock: machine, log }: FoundationDeps, onStop: OnStop) => {
  const isFirst = isFirstStart(dataDir);
  const lock = lockFolder(dataDir);
  onStop(lock.release);
  const nowMs = machine.wallMs();
  const identity = loadIdentity(dataDir, { nowMs, log, isFirst });
  const reserve = openReserve({ path: join(dataDir, 'journal.reserve'), clock: machine, log });
  const opened = withRoom(reserve, () =>
    openBoxStore(join(dataDir, 'box.db'), { nowMs, clock: machine, log, isFirst }),
  );
  // On a full disk the stores stay as they are: closing gives their write-ahead logs away, and the next start needs them.
  onStop(() => (reserve.short() ? opened.release() : opened.close()));
  const { box, close: closeDoorsKept } = keepDoors({ box: opened, dataDir, isFirst, clock: machine, log });
  onStop(closeDoorsKept);
  const bootId = BootId.parse(randomUUID());

  const power = detectPowerLoss(box.slot('kernel_boot', z.string().max(100)));
  const floor = box.slot('time_floor_ms', z.int().nonnegative());
  let trust: ClockTrust | undefined;
  /** The machine's clock, with the cloud's time where that counts instead. */
  const clock: Clock = {
    wallMs: () => trust?.nowMs() ?? machine.wallMs(),
    monoMs: () => machine.monoMs(),
    after: (delay, run) => machine.after(delay, run),
    every: (period, run) => machine.every(period, run),
  };
  const {
    journal,
    path: journalPath,
    rebuilt,
  } = withRoom(reserve, () =>
    openJournal({
      dataDir,
      isFirst,
      boxId: identity.boxId,
      bootId,
      clock,
      log,
      clockTrusted: () => trust?.known() ?? false,
      timeFloorMs: () => trust?.floorMs() ?? 0,
      reserve,
    }),
  );
  onStop(journal.close);
  for (const [store, why] of [
    ['box', box.rebuilt],
    ['journal', rebuilt],
    ['identity', identity.lost],
  ] as const)
    if (why !== undefined)
      journal
        .record({ kind: 'store.rebuilt', data: { store, why: why.slice(0, 200) } })
        .catch((error: unknown) => log.error({ err: error, store }, 'It could not be journalled what was lost.'));
  void reserve.keep();
  const endedJournals = openEndedJournals(dataDir, identity.boxId, log);
  for (const ended of endedJournals) onStop(ended.close);
  const signed = box.slot('clock_signed', SignedTimes);
  const floorMs = Math.max(floor.load() ?? 0, journal.timeFloorMs());
  const doubt = box.slot('clock_doubted', z.boolean());
  // What a lost store knew of earlier runs of the machine is lost with it: there may have been a power cut.
  const wasOff = power.powerLoss || opened.rebuilt !== undefined;
  trust = watchClock({
    clock: machine,
    floorMs,
    saveFloor: floor.keep,
    onStep: (byMs) =>
      void journal
        .record({ kind: 'clock.stepped', data: { byMs } })
        .catch((error: unknown) => log.error({ err: error }, 'A clock step could not be journalled.')),
    unproven: doubt.load() === true || (wasOff && !hasBatteryClock(floorMs)),
    saveDoubt: doubt.keep,
    signed: signed.load(),
    saveSigned: signed.keep,
    synchronised: keptByTimeServer,
  });
  onStop(trust.close);
  return { identity, isFirst, box, bootId, journal, endedJournals, journalPath, clock, trust, power };
};
export type Foundation = ReturnType<typeof openFoundation>;
