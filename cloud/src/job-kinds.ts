import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { finishErasureJob } from './modules/erasures/erasures.module.ts';
import { removeImageJob } from './modules/images/images.module.ts';
import type { AnyJobKind } from './modules/jobs/jobs.module.ts';
import { sendMailJob } from './modules/mail/mail.module.ts';
import { deliverPushJob } from './modules/pushes/pushes.module.ts';
import type { Services } from './services.ts';

/** Every kind of job, one line each. */
export const jobKindsOf = ({
  audit,
  briefings,
  doorControllers,
  erasures,
  growth,
  images,
  limits,
  mail,
  members,
  pushes,
  restored,
  retention,
  scopes,
  unlessLeapt,
  webhooks,
}: Services): readonly AnyJobKind[] => [
  sendMailJob(mail),
  deliverPushJob(pushes),
  removeImageJob(images),
  onSchedule('audit.seal', '7 * * * *', unlessLeapt('audit.seal', audit.seal)),
  onSchedule('briefings.send-due', '* * * * *', briefings.sendDue),
  onSchedule('door-controllers.look-at-differences', '*/5 * * * *', doorControllers.lookAtDifferences),
  finishErasureJob(erasures),
  onSchedule('erasures.erase-restored', '17 * * * *', erasures.eraseRestored),
  onSchedule('erasures.sweep', '41 3 * * *', unlessLeapt('erasures.sweep', erasures.sweep)),
  onSchedule('members.sweep-pictures', '11 * * * *', members.sweepPictures),
  onSchedule('retention.sweep', '23 * * * *', unlessLeapt('retention.sweep', retention.sweep)),
  onSchedule('retention.watch-growth', '29 * * * *', unlessLeapt('retention.watch-growth', growth.look)),
  onSchedule('limits.sweep', '31 * * * *', limits.sweep),
  webhooks.deliverJob(),
  onSchedule('webhooks.dispatch', '* * * * *', webhooks.dispatchAll),
  onSchedule('webhooks.watch-boxes', '* * * * *', webhooks.watchBoxes),
  onSchedule('restores.revoke', '19 * * * *', restored.revokeRestored),
  onSchedule('revocations.sweep', '43 3 * * *', unlessLeapt('revocations.sweep', restored.forgetOld)),
  onSchedule('scopes.sweep-refusals', '* * * * *', scopes.sweepRefusals),
];

/** Something that is done again and again, and needs to be told nothing. */
const onSchedule = (name: string, cron: string, run: (signal: AbortSignal) => Promise<unknown>): AnyJobKind => ({
  name,
  cron,
  payload: z.strictObject({}),
  backOff: () => Minutes(1),
  run: async (_payload, { signal }) => void (await run(signal)),
});
