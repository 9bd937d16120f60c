import { join } from 'node:path';
import { readFileIfAny, writePrivateFile } from '@gatehouse/shared/control/private-file.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import { pinMatches, verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import type { Slot } from '../store/box-store.ts';

const DIGITS = 8;

/** Eight digits, each as likely: bytes of 250 and more are left out. */
const newPin = (random: RandomBytes): string => {
  let pin = '';
  while (pin.length < DIGITS)
    for (const byte of random(16)) if (byte < 250 && pin.length < DIGITS) pin += String(byte % 10);
  return pin;
};

/** A file that is not this agent’s to read says as much as none. */
const readIfOurs = (path: string): string | undefined => {
  try {
    return readFileIfAny(path);
  } catch {
    return undefined;
  }
};

/**
 * The verifier of the PIN of the box itself. The first start makes a PIN and leaves it in `panel-pin` for whoever sets the
 * box up; that file may be edited (a new PIN from the next start on) or deleted once it was read (the PIN stays).
 */
export const loadPin = async (dataDir: string, slot: Slot<PinVerifier>, random: RandomBytes): Promise<PinVerifier> => {
  const path = join(dataDir, 'panel-pin');
  const kept = slot.load();
  let pin = readIfOurs(path)?.trim();
  if (pin === undefined || !/^\d{6,20}$/.test(pin)) {
    if (kept !== undefined) return kept;
    pin = newPin(random);
    writePrivateFile(path, `${pin}\n`);
  }
  if (kept !== undefined && (await pinMatches(pin, kept))) return kept;
  const made = await verifierOf(pin, random);
  slot.keep(made);
  return made;
};
