import { BootId, BoxId, DoorId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import {
  exportPublicKey,
  importPrivateKey,
  importPublicKey,
  newDeviceKey,
} from '@gatehouse/shared/wire/device-keys.ts';
import { signJws, verifyJws } from '@gatehouse/shared/wire/jws.ts';
import type { z } from 'zod';
import { silentLog } from './silent-log.ts';

export const boxId = BoxId.parse('11111111-1111-4111-8111-111111111111');
export const bootId = BootId.parse('33333333-3333-4333-8333-333333333333');
export const facilityId = FacilityId.parse('fac_0123456789abcdef');
export const doorId = DoorId.parse('door_0123456789abcdef');
export const replyTo = `gh/v1/reply/r1/${boxId}`;

export const newKey = (kid: string) => ({ kid, privateKey: importPrivateKey(newDeviceKey().privateKeyPem) });
export const cloudKey = newKey('k1');
const boxKey = newKey(boxId);
const publicOf = (key: typeof boxKey) => importPublicKey(exportPublicKey(key.privateKey));

/** What an intake of commands needs of its box, and what it has done with it: outcomes are checked to be the box's own. */
export const commandParties = <Outcome>(outcomes: z.ZodType<Outcome>) => {
  const facts: FactBody[] = [];
  const published: { topic: string; outcome: Outcome }[] = [];
  return {
    facts,
    published,
    deps: {
      boxId,
      bootId,
      facilityId: () => facilityId,
      commandKey: (kid: string) => (kid === 'k1' ? publicOf(cloudKey) : undefined),
      journal: {
        record: async (...bodies: FactBody[]) => {
          facts.push(...bodies);
          return [];
        },
      },
      sign: (outcome: object) => signJws(outcome, boxKey),
      publish: (topic: string, payload: unknown) => {
        const verified = verifyJws((payload as { jws: string }).jws, () => publicOf(boxKey));
        if (!verified.ok) throw new Error(verified.why);
        published.push({ topic, outcome: outcomes.parse(verified.payload) });
        return true;
      },
      log: silentLog,
    },
  };
};
