import { pinProblem } from '@gatehouse/shared/snapshot/pin.ts';
import { credentialsFault } from './credentials.faults.ts';

/** Throws 400 for a PIN that anybody would try. */
export const requireGoodPin = (pin: string): void => {
  const problem = pinProblem(pin);
  if (problem !== undefined) throw credentialsFault('credential_refused', `pin: ${problem}`);
};
