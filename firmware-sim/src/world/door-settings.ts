import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import type { Building } from './building.ts';
import type { DoorPlan } from './plans.ts';
import { unitOf } from './units.ts';

/** How a door of the building is to be told to the cloud, so that its box drives what is wired here. Times are left to whoever tells. */
export type DoorSettings = Omit<z.input<typeof DoorConfig>, 'doorId'>;

const PROFILES = { strike: 'latch', magnet: 'magnet', gate: 'gate' } as const;

/** A magnet is locked while its circuit is closed, strike and motor lock are unlocked then; `no` closes it when the coil is energised. */
const energisedMeans = ({ lock, wiring }: DoorPlan): 'locked' | 'unlocked' =>
  (lock === 'magnet') === (wiring === 'no') ? 'locked' : 'unlocked';

/** The settings of each door, by its name in the building. */
export const doorSettings = (building: Building): Readonly<Record<string, DoorSettings>> => {
  const point = (board: string, channel: number) => {
    const at = unitOf(building, board);
    if (at === undefined) throw new Bug(`"${board}" is on no bus`);
    return { ...at, channel };
  };
  const { fire } = building;
  return Object.fromEntries(
    building.doors.map((plan) => {
      const at = (wired: { readonly board?: string | undefined; readonly input: number }) =>
        point(wired.board ?? plan.board, wired.input);
      const { sense, contact, rex } = plan;
      return [
        plan.name,
        {
          name: plan.title,
          profile: PROFILES[plan.lock],
          relay: point(plan.board, plan.channel),
          relayEnergisedMeans: energisedMeans(plan),
          evidence:
            sense === undefined
              ? { kind: 'command-only' }
              : { kind: 'lock-sense', activeMeans: sense.active, ...at(sense) },
          contact: contact === undefined ? null : { activeMeans: contact.active, ...at(contact) },
          rex: rex === undefined ? null : { activeMeans: rex.active, ...at(rex) },
          fire: fire !== undefined && plan.fireCutsPower ? { activeMeans: fire.active, ...at(fire) } : null,
        },
      ];
    }),
  );
};
