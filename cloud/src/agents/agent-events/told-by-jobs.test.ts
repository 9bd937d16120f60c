import { randomUUID } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Days, Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createPushService } from '@gatehouse/stand-ins/push/push.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { memoryKit } from '../../kit/http/testing/memory-kit.ts';
import { type Served, serve } from '../../kit/http/testing/serve.ts';
import { removeImageJob } from '../../platform/images/images.job.ts';
import { mediaPage } from '../../platform/images/images.module.ts';
import { aPng } from '../../platform/images/testing/an-image.ts';
import { type JobRunner, startJobRunner } from '../../platform/jobs/jobs.module.ts';
import { deliverPushJob } from '../../platform/pushes/pushes.job.ts';
import { httpsPushTransport } from '../../platform/pushes/pushes.module.ts';
import { createPushesService } from '../../platform/pushes/pushes.service.ts';
import { aBrowser } from '../../platform/pushes/testing/browser.ts';
import { testPush } from '../../testing/test-environment.ts';
import { type AgentApi, serveAgentApi } from './testing/agent-api.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe.each(ENGINES)('what jobs do for agents on $name', ({ open }) => {
  let db: Database;
  let clock: ManualClock;
  let api: AgentApi;
  let host: ServedStandIn<Awaited<ReturnType<typeof createPushService>>>;
  let media: Served;
  let startRunner: () => JobRunner;
  let runner: JobRunner;
  let browser: ReturnType<typeof aBrowser>;
  beforeEach(async () => {
    clock = new ManualClock();
    db = await open();
    [api, host] = await Promise.all([serveAgentApi(db, clock), createPushService({ clock }).then(serveStandIn)]);
    const { jobs, users, images } = api.world;
    // The push service of this test is on this machine, where no real one may be.
    const transport = httpsPushTransport({ clock, loopback: { ca: host.facts().authority ?? '' } });
    const pushes = createPushesService({ db, clock, random: systemRandom, jobs, users, ...testPush(clock), transport });
    browser = aBrowser(`${host.url}/push/owner`);
    await db.write(async (tx) => {
      await tx.deleteFrom('push_subscription').execute();
      await pushes.subscribe(tx, api.users.owner, browser.subscription);
    });
    media = await serve({ kit: memoryKit(), surfaces: [], endpoints: [], pages: [mediaPage({ images, clock })] });
    const kinds = [deliverPushJob(pushes), removeImageJob(images)];
    const common = { db, clock, time: clock, random: systemRandom, log: quiet, jobs, kinds };
    startRunner = () => startJobRunner({ ...common, replica: `r-${randomUUID()}` });
    runner = startRunner();
  });
  afterEach(async () => {
    await runner.close();
    await Promise.all([api.close(), host.close(), media.close()]);
  });
  /** A minute, and never so much of it at once that what is on its way to the push service were too late by this clock. */
  const settled = async (): Promise<void> => {
    await runner.settled();
    for (let i = 0; i < 12; i++) {
      await clock.advance(Seconds(5));
      await runner.settled();
    }
  };

  it('the owner’s browser reads what an agent told, and shows its image', async () => {
    const { url: imageUrl } = (await api.post('media/notify-image', aPng())).json;
    const answer = await api.post('events/agent-notify', { title: 'Backup', message: 'It is done.', imageUrl });
    expect(answer.json).toEqual({ outcome: 'told', browsers: 1 });
    await settled();
    expect(host.received).toHaveLength(1);
    expect(browser.read(host.received[0]?.body as Buffer)).toEqual({
      title: 'Backup',
      body: 'It is done.',
      url: `/agents/${api.agent.uuid}`,
      imageUrl,
    });
    const shown = await media.send({ path: new URL(imageUrl).pathname });
    expect([shown.status, shown.bytes.equals(aPng())]).toEqual([200, true]);
  });

  it('[R72] a run that is said many times is one message in the browser, and one after a push service that failed', async () => {
    const turn = api.aTurn();
    host.faults.want({ kind: 'refuse', status: 503, times: 1 });
    await Promise.all(Array.from({ length: 5 }, () => api.post('events/agent-turn-complete', turn)));
    for (let i = 0; i < 3; i++) await settled();
    expect(host.received).toHaveLength(2);
    expect(browser.read(host.received[1]?.body as Buffer)).toMatchObject({ title: 'Desk agent has finished' });
  });

  it('[R73] a short run reaches no browser', async () => {
    const started = { startedAt: new Date(clock.wallMs() - 60_000).toISOString() };
    await api.post('events/agent-turn-complete', api.aTurn(started));
    await settled();
    expect(host.received).toEqual([]);
  });

  it('[R78] an image is at its address until 7 days have passed, and then gone, there and in the store', async () => {
    const { url, goneAt } = (await api.post('media/notify-image', aPng())).json;
    const { pathname: path } = new URL(url);
    expect(Date.parse(goneAt)).toBe(clock.wallMs() + Days(7));
    // A runner that looks every few seconds would look for long in a week.
    await runner.close();
    await clock.advance(Milliseconds(Days(7) - 1));
    runner = startRunner();
    await runner.settled();
    expect((await media.send({ path })).status).toBe(200);
    expect(api.world.objects.objects.size).toBe(1);
    await clock.advance(Milliseconds(1));
    expect((await media.send({ path })).status).toBe(404);
    await settled();
    expect(api.world.objects.objects.size).toBe(0);
    expect((await media.send({ path })).status).toBe(404);
    expect(await db.read((tx) => tx.selectFrom('notification_image').select('id').execute())).toEqual([]);
  });
});
