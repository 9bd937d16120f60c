import { RefusedError } from '../../client/request-errors.ts';
import { words } from '../../words/en.ts';
import { proofLabels } from '../../words/proof-en.ts';
import { sessionLabels } from '../../words/session-en.ts';

/** Why nothing was proven, in words. What the browser throws is a `DOMException`, named as WebAuthn has it. */
export const proofProblem = (error: unknown): string => {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return proofLabels.hasOne;
    return error.name === 'NotAllowedError' ? proofLabels.noPasskey : proofLabels.noPasskeysHere;
  }
  if (!(error instanceof RefusedError)) return sessionLabels.noAnswer;
  const { code, message, requestId } = error.refusal;
  if (code === 'proof_wrong') return proofLabels.wrong;
  if (code === 'passkey_wrong') return sessionLabels.passkeyWrong;
  if (code === 'too_many_tries') return proofLabels.tooMany;
  return words.refusal(message, requestId);
};
