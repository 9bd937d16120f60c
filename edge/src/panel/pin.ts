import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { z } from 'zod';
import type { Slot } from '../store/box-store.ts';

const DIGITS = 8;
const KEY_BYTES = 32;
/** About 35 ms a guess on a small box. */
const COST = { N: 2 ** 14, r: 8, p: 1 };

/** What the box keeps to recognise its PIN: nothing to read it from. */
export const PinVerifier = z.strictObject({ salt: z.base64(), key: z.base64() });
export type PinVerifier = z.infer<typeof PinVerifier>;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

const verifierOf = async (pin: string): Promise<PinVerifier> => {
  const salt = randomBytes(16);
  return { salt: salt.toString('base64'), key: (await derive(pin, salt, KEY_BYTES, COST)).toString('base64') };
};

/** Takes the same time for every PIN. */
export const pinMatches = async (pin: string, verifier: PinVerifier): Promise<boolean> =>
  timingSafeEqual(
    await derive(pin, Buffer.from(verifier.salt, 'base64'), KEY_BYTES, COST),
    Buffer.from(verifier.key, 'base64'),
  );

/** Eight digits, each as likely: bytes of 250 and more are left out. */
const newPin = (random: RandomBytes): string => {
  let pin = '';
  while (pin.length < DIGITS)
    for (const byte of random(16)) if (byte < 250 && pin.length < DIGITS) pin += String(byte % 10);
  return pin;
};

/**
 * The verifier of the panel's PIN. The first start makes a PIN and leaves it in `panel-pin` for whoever sets the box
 * up; that file may be edited (a new PIN from the next start on) or deleted once it was read (the PIN stays).
 */
export const loadPin = async (dataDir: string, slot: Slot<PinVerifier>, random: RandomBytes): Promise<PinVerifier> => {
  const path = join(dataDir, 'panel-pin');
  const kept = slot.load();
  let pin = readFileIfAny(path)?.trim();
  if (pin === undefined || !/^\d{6,20}$/.test(pin)) {
    if (kept !== undefined) return kept;
    pin = newPin(random);
    writePrivateFile(path, `${pin}\n`);
  }
  if (kept !== undefined && (await pinMatches(pin, kept))) return kept;
  const made = await verifierOf(pin);
  slot.save(made);
  return made;
};
