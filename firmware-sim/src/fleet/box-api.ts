import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { ChallengeAnswer, ClaimAnswer, TokenAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { type SigningKey, signJws } from '@gatehouse/shared/wire/jws.ts';
import type { z } from 'zod';
import type { JsonHttps } from '../net/https-json.ts';

export interface BoxKeys {
  readonly boxId: BoxId;
  readonly publicKey: string;
  readonly signingKey: SigningKey;
  /** Its address: the cloud counts what it is asked by address. */
  readonly from: string | undefined;
}

/** What a box says to the cloud over HTTPS. Each call rejects with what the cloud answered instead. */
export interface BoxApi {
  claim(code: string): Promise<z.infer<typeof ClaimAnswer>>;
  token(): Promise<z.infer<typeof TokenAnswer>>;
}

export const boxApi = ({ boxId, publicKey, signingKey, from }: BoxKeys, https: Pick<JsonHttps, 'send'>): BoxApi => {
  const post = async <Answer extends z.ZodType>(
    path: string,
    body: object,
    answer: Answer,
  ): Promise<z.infer<Answer>> => {
    const got = await https.send({ path, body, from });
    if (got.status !== 200) throw new Error(`${path} answered ${got.status}`);
    return answer.parse(got.body);
  };
  return {
    claim: (code) => {
      const proof = signJws({ v: 2, boxId, publicKey, code }, signingKey);
      return post('/edge/v1/claims', { proof }, ClaimAnswer);
    },
    token: async () => {
      const { challenge } = await post('/edge/v1/challenges', {}, ChallengeAnswer);
      const proof = signJws({ v: 1, boxId, challenge }, signingKey);
      return post('/edge/v1/tokens', { proof, audience: 'mqtt' }, TokenAnswer);
    },
  };
};
