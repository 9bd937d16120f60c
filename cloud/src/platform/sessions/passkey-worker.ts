import { parentPort } from 'node:worker_threads';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CheckedPasskey, FromPasskeyWorker, ToPasskeyWorker } from './passkey-thread.ts';

/** What the worker thread runs: checks one response after the other. */
const port = parentPort;
if (port === null) throw new Error('this file is a worker');

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The library throws for whatever is wrong with a response, so that nothing tells its mistakes from those of others. */
const proven = async (asked: ToPasskeyWorker): Promise<CheckedPasskey | undefined> => {
  const expected = {
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.party.origin,
    expectedRPID: asked.party.id,
    requireUserVerification: true,
  };
  if (asked.kind === 'registration') {
    const { registrationInfo } = await verifyRegistrationResponse({ ...expected, response: asked.response });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: textOf(publicKey), counter };
  }
  const { credentialId, publicKey, counter } = asked.passkey;
  const credential = { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: asked.response,
    credential,
  });
  return verified ? { credentialId, publicKey, counter: authenticationInfo.newCounter } : undefined;
};

port.on('message', async (asked: ToPasskeyWorker) => {
  const answer: FromPasskeyWorker = { check: asked.check, proven: await proven(asked).catch(() => undefined) };
  port.postMessage(answer);
});
