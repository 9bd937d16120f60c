import { randomBytes, randomUUID } from 'node:crypto';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { BoxId, DoorId } from '@gatehouse/shared/ids/ids.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { z } from 'zod';
import type { JsonHttps } from '../net/https-json.ts';
import { type BoxApi, type BoxKeys, boxApi } from './box-api.ts';

/** A box that the cloud knows: it was claimed, and has a door. */
export interface EnlistedBox {
  readonly keys: BoxKeys;
  readonly api: BoxApi;
  readonly facilityId: string;
  readonly doorIds: readonly DoorId[];
  readonly commandKeys: readonly CommandKey[];
}

export interface EnlistDeps {
  readonly clock: Clock;
  readonly cloudData: string;
  readonly https: Pick<JsonHttps, 'send'>;
  /** A facility of the organisation that gets the fleet's facilities, and the partner that may open their doors. */
  readonly facilityId: string;
  readonly partnerId: string;
  readonly doorsPerBox: number;
}

const Facility = z.object({ facilityId: z.string() });
const Door = z.object({ doorId: DoorId });
/** Crockford's base 32, as boxes show their codes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const newCode = (): string => Array.from(randomBytes(8), (byte) => ALPHABET[byte % 32]).join('');
const CLAIM_TRIES = 20;

/** Makes a facility that the partner may open doors at. Resolves with its id. */
export const makeFacility = async (deps: EnlistDeps, name: string): Promise<string> => {
  const { cloudData, partnerId } = deps;
  const body = { of: deps.facilityId, name, timezone: 'Australia/Brisbane' };
  const { facilityId } = Facility.parse(await callControl(cloudData, 'create-facility', body));
  await callControl(cloudData, 'integration', { partnerId, facilityId, enabled: true });
  return facilityId;
};

/** Makes a box with a key of its own, its doors, and has it claimed as staff would. */
export const enlist = async (deps: EnlistDeps, facilityId: string, from: string | undefined): Promise<EnlistedBox> => {
  const { cloudData, clock, doorsPerBox } = deps;
  const { privateKeyPem, publicKey } = newDeviceKey();
  const boxId = BoxId.parse(randomUUID());
  const signingKey = { kid: boxId, privateKey: importPrivateKey(privateKeyPem) };
  const keys: BoxKeys = { boxId, publicKey, signingKey, from };
  const api = boxApi(keys, deps.https);
  const code = newCode();
  await api.claim(code);
  const doorIds: DoorId[] = [];
  for (let at = 0; at < doorsPerBox; at++)
    doorIds.push(Door.parse(await callControl(cloudData, 'create-door', { facilityId, door: doorOf(at) })).doorId);
  await callControl(cloudData, 'associate', { facilityId, code, doorIds });
  for (let left = CLAIM_TRIES; left > 0; left--) {
    const claimed = await api.claim(code);
    if (claimed.status === 'claimed') return { keys, api, facilityId, doorIds, commandKeys: claimed.commandKeys };
    await sleep(clock, Milliseconds(100));
  }
  throw new Error('a box was not claimed');
};

const doorOf = (at: number) => {
  const point = (channel: number) => ({ bus: 'none', unit: 1, channel });
  return {
    name: `Door ${at + 1}`,
    profile: 'latch',
    relay: point(at),
    relayEnergisedMeans: 'unlocked',
    evidence: { kind: 'lock-sense', activeMeans: 'unlocked', ...point(at) },
    contact: null,
    rex: null,
    fire: null,
  };
};
