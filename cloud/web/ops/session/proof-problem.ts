import { RefusedError } from '../../client/request-errors.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { sessionLabels } from '../../words/session-en.ts';

/** Why nothing was proven, in words. What the browser throws is a `DOMException`, named as WebAuthn has it. */
export const proofProblem = (error: unknown): string => {
  if (error instanceof DOMException) {
    if (error.name === 'InvalidStateError') return labels.proof.hasOne;
    return error.name === 'NotAllowedError' ? labels.proof.noPasskey : labels.proof.noPasskeysHere;
  }
  if (!(error instanceof RefusedError)) return sessionLabels.noAnswer;
  const { code, message, requestId } = error.refusal;
  if (code === 'proof_wrong') return labels.proof.wrong;
  if (code === 'passkey_wrong') return sessionLabels.passkeyWrong;
  if (code === 'too_many_tries') return labels.proof.tooMany;
  return words.refusal(message, requestId);
};
