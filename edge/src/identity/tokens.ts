import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { ChallengeAnswer, TokenAnswer, type TokenAudience } from '@gatehouse/shared/wire/device-api.ts';
import { signJws } from '@gatehouse/shared/wire/jws.ts';
import type { z } from 'zod';
import type { BoxIdentity } from './box-identity.ts';
import { type CloudHttps, CloudRefusal } from './cloud-https.ts';

export type BoxToken = z.infer<typeof TokenAnswer>;

/** This box has nothing to prove itself with. */
class IdentityLost extends Error {
  override readonly name = 'IdentityLost';
}

/** A token is not used in the last part of its life: the request that carries it takes time too. */
const MARGIN = 0.2;

export interface Tokens {
  /** A token made now. Rejects with `CloudRefusal` or `CloudUnreachable`. */
  fresh(audience: TokenAudience): Promise<BoxToken>;
  /** A token that is still good, made now if need be. */
  current(audience: TokenAudience): Promise<BoxToken>;
  /** The cloud refused the kept token: forget it. */
  drop(audience: TokenAudience): void;
}

/** Trades a signed challenge for a short-lived token. The challenge is the cloud's, so no clock of the box matters. */
export const boxTokens = (deps: {
  readonly identity: BoxIdentity;
  readonly cloud: CloudHttps;
  readonly clock: Clock;
  /** The cloud says that it does not know this box or its key. */
  readonly onUnknown: () => void;
}): Tokens => {
  const { identity, cloud, clock } = deps;
  const kept = new Map<TokenAudience, { token: BoxToken; untilMs: number }>();

  const fresh = async (audience: TokenAudience): Promise<BoxToken> => {
    if (identity.lost !== undefined) throw new IdentityLost(`The identity of this box is lost: ${identity.lost}.`);
    const challenged = await cloud.send({ method: 'POST', path: '/edge/v1/challenges' });
    const { challenge } = ChallengeAnswer.parse(challenged.body);
    const proof = signJws({ v: 1, boxId: identity.boxId, challenge }, identity.signingKey);
    try {
      const answer = await cloud.send({ method: 'POST', path: '/edge/v1/tokens', body: { proof, audience } });
      const token = TokenAnswer.parse(answer.body);
      kept.set(audience, { token, untilMs: clock.monoMs() + token.expiresInSeconds * 1_000 * (1 - MARGIN) });
      return token;
    } catch (error) {
      if (error instanceof CloudRefusal && [401, 403, 404].includes(error.status)) deps.onUnknown();
      throw error;
    }
  };
  return {
    fresh,
    current: async (audience) => {
      const have = kept.get(audience);
      return have !== undefined && clock.monoMs() < have.untilMs ? have.token : await fresh(audience);
    },
    drop: (audience) => void kept.delete(audience),
  };
};
