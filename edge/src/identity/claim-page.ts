import { ClaimPageAnswer } from '@gatehouse/shared/wire/device-api.ts';
import type { Log } from '../log.ts';
import { type CloudHttps, CloudRefusal } from './cloud-https.ts';

/** The page of the cloud on which people claim boxes. */
export interface ClaimPage {
  /** `undefined` until the cloud has said it; a cloud of an earlier release never does. */
  url(): string | undefined;
  /** Asks the cloud, once for each code. Never rejects: a box is claimed without it, too. */
  lookUp(code: string): Promise<void>;
}

export const createClaimPage = ({ cloud, log }: { readonly cloud: CloudHttps; readonly log: Log }): ClaimPage => {
  let url: string | undefined;
  let answeredFor: string | undefined;
  return {
    url: () => url,
    lookUp: async (code) => {
      if (answeredFor === code) return;
      try {
        url = ClaimPageAnswer.parse((await cloud.send({ method: 'GET', path: '/edge/v1/claim-page' })).body).url;
        answeredFor = code;
      } catch (error) {
        if (error instanceof CloudRefusal && error.status === 404) {
          url = undefined;
          answeredFor = code;
        } else log.warn({ err: error }, 'The cloud did not say where boxes are claimed.');
      }
    },
  };
};
