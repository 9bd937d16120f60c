import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type LandingPagesService, PUBLISH_PAGE } from './landing-pages.service.ts';

interface Payload {
  readonly landingPageId: string;
  readonly version: number;
  readonly publishAt: number;
}

/** Shows a version of a page when its time has come. */
export const publishPageJob = (landingPages: Pick<LandingPagesService, 'publishDue'>): JobKind<Payload> => ({
  name: PUBLISH_PAGE,
  payload: z.strictObject({ landingPageId: z.string().max(64), version: z.int(), publishAt: z.int() }),
  run: ({ landingPageId, version, publishAt }) => landingPages.publishDue(landingPageId, version, publishAt),
});
