import { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { LocalPort } from '../broker/local-port.ts';
import type { EdgeConfig } from '../config.ts';
import type { Foundation, OnStop } from '../foundation.ts';
import { recorder } from '../journal/recorder.ts';
import type { Log } from '../log.ts';
import { within } from '../stopping.ts';
import { readerKeys } from '../store/reader-keys.ts';
import { KeptWiring } from '../wiring/kept-wiring.ts';
import { createWiringGate, type WiringGate } from '../wiring/wiring-gate.ts';
import { type BusRack, createBusRack } from './bus-rack.ts';
import type { DoorsDeps } from './create-doors.ts';
import type { Doors } from './doors.ts';
import { KeyPosition } from './key-switches.ts';

/** The box's buses and the doors on them, with what both keep in the box's store. Touches no hardware yet. */
export const openDoors = (
  deps: Pick<Foundation, 'box' | 'journal' | 'power' | 'trust'> & {
    readonly config: Pick<EdgeConfig, 'buses' | 'readers'>;
    readonly local: LocalPort | undefined;
    readonly createDoors: (deps: DoorsDeps) => Doors;
    readonly clock: Clock;
    readonly log: Log;
  },
  onStop: OnStop,
): { readonly rack: BusRack; readonly doors: Doors; readonly wiring: WiringGate } => {
  const { box, journal, power, trust, config, local, clock, log } = deps;
  const record = recorder(journal, log);
  const rack = createBusRack({ ...config, clock, log, record, local, keysOf: readerKeys(box) });
  onStop(rack.close);
  const inForceStore = box.slot('doors_in_force', z.array(DoorConfig));
  const doors = deps.createDoors({
    clock,
    journal,
    rack,
    maintenanceStore: box.maintenance,
    fireStore: box.slot('fire_released', z.array(DoorId)),
    doorsKept: box.doorsKept,
    lockdownStore: box.slot('lockdown', z.record(z.string(), Lockdown)),
    keyStore: box.slot('key_switch', z.record(z.string(), KeyPosition)),
    overrideStore: box.slot('wishes_handled', z.array(z.string())),
    inForceStore,
    powerLoss: power.powerLoss,
    clockTrusted: trust.trusted,
    floorMs: trust.floorMs,
    log,
  });
  onStop(() => within(doors.close(), clock));
  const store = box.slot('wiring', KeptWiring);
  const wiring = createWiringGate({ store, driven: inForceStore.load, doors, journal, clock, log });
  return { rack, doors, wiring };
};
