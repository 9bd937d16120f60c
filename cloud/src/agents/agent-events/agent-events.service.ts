import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { ImagesService } from '../../platform/images/images.service.ts';
import type { PushesService } from '../../platform/pushes/pushes.service.ts';
import { canSee, lastingOf } from '../../platform/users/users.module.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import type { Found } from '../../sites/devices/directory.ts';
import { agentEventsFault } from './agent-events.faults.ts';
import { agentEventsRepo } from './agent-events.repo.ts';
import { describeDuration } from './describe-duration.ts';

export interface AgentEventsDeps {
  readonly db: Pick<Database, 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly users: Pick<UsersService, 'findById' | 'grantsOf'>;
  readonly pushes: Pick<PushesService, 'notify'>;
  readonly images: Pick<ImagesService, 'isOf'>;
}
export type AgentEventsService = ReturnType<typeof createAgentEventsService>;

/** An agent that is registered at a facility. */
export type AgentDevice = Pick<Found, 'uuid' | 'name' | 'facilityId' | 'organisationId' | 'ownerUserId' | 'settings'>;
export interface Turn {
  readonly session: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly userId: string;
  readonly summary?: string | undefined;
}
export interface Notice {
  readonly title: string;
  readonly message: string;
  readonly userId?: string | undefined;
  readonly image?: { readonly url: string; readonly key: string } | undefined;
}
/** What came of telling somebody: in how many browsers, which may be none. */
export type Told =
  | { readonly outcome: 'told'; readonly browsers: number }
  | { readonly outcome: 'told_before' | 'too_short'; readonly browsers: 0 };

/** Of each kind of call: ten at once, and one more every six seconds. */
const ALLOWANCE = { most: 10, everyMs: Seconds(6) } as const;
/** Whoever waits less than this is still looking. `notifyAfterSeconds` among the device's settings says otherwise. */
const NOTIFY_AFTER_SECONDS = 60;
const NAME_LENGTH_MAX = 80;

/** What agents tell people by push: that a run has ended, or whatever else they want. */
export const createAgentEventsService = ({ db, clock, users, pushes, images }: AgentEventsDeps) => {
  /** Throws unless the user may know of the device: the same for one who may not and one who is nobody. */
  const requireTarget = async (tx: Tx, device: AgentDevice, userId: string): Promise<void> => {
    const user = await users.findById(tx, userId);
    const where = {
      ...(device.facilityId !== null && { facilityId: device.facilityId }),
      ...(device.organisationId !== null && { organisationId: device.organisationId }),
    };
    const may = user !== undefined && canSee(lastingOf(await users.grantsOf(tx, userId)), where);
    if (!may) throw agentEventsFault('target_refused', 'userId: must be a user who has access to this device.');
  };

  /** Takes a call of this kind from what the device may make. Throws if there is none left. */
  const spend = async (tx: Tx, deviceId: string, kind: 'turn' | 'notify' | 'image'): Promise<void> => {
    const now = clock.wallMs();
    const repo = agentEventsRepo(tx);
    if (await repo.spend({ deviceId, kind }, { now, ...ALLOWANCE })) return;
    const spentUntil = (await repo.spentUntil(deviceId, kind)) ?? now;
    const wait = Math.max(1, Math.ceil((spentUntil - (ALLOWANCE.most - 1) * ALLOWANCE.everyMs - now) / 1_000));
    throw agentEventsFault('device_limit_exceeded', 'This device has told too much in a short time.', {
      headers: { 'Retry-After': String(wait) },
    });
  };
  const pageOf = ({ uuid }: AgentDevice): string => `/agents/${uuid}`;

  return {
    /** Takes an image from what the device may send, whatever becomes of the image. Throws if there is none left. */
    spendImage: (deviceId: string): Promise<void> => db.write((tx) => spend(tx, deviceId, 'image')),

    /** Tells the user who began a run that it has ended, once, if it took long enough to have gone away meanwhile. */
    turnComplete: async (tx: Tx, device: AgentDevice, turn: Turn): Promise<Told> => {
      const { session, startedAt, finishedAt, userId, summary } = turn;
      await requireTarget(tx, device, userId);
      const tookMs = finishedAt - startedAt;
      if (tookMs <= notifyAfterMs(device)) return { outcome: 'too_short', browsers: 0 };
      const claim = { device_id: device.uuid, session, started_at: startedAt, told_at: clock.wallMs() };
      if (!(await agentEventsRepo(tx).claimTurn(claim))) return { outcome: 'told_before', browsers: 0 };
      await spend(tx, device.uuid, 'turn');
      const browsers = await pushes.notify(tx, userId, {
        title: `${(device.name ?? 'Your agent').slice(0, NAME_LENGTH_MAX)} has finished`,
        body: summary ?? `It took ${describeDuration(tookMs)}.`,
        url: `${pageOf(device)}/sessions/${encodeURIComponent(session)}`,
      });
      return { outcome: 'told', browsers };
    },

    /** Tells a user something, the device's owner unless another one is named. */
    notify: async (tx: Tx, device: AgentDevice, notice: Notice): Promise<Told> => {
      const { title, message, image, userId = device.ownerUserId } = notice;
      if (userId === null) throw agentEventsFault('no_target', 'userId: the device has no owner, so name a user.');
      await requireTarget(tx, device, userId);
      if (image !== undefined && !(await images.isOf(tx, device.uuid, image.key)))
        throw agentEventsFault('image_not_yours', 'imageUrl: must be the address of an image that this device sent.');
      await spend(tx, device.uuid, 'notify');
      const browsers = await pushes.notify(tx, userId, {
        title,
        body: message,
        url: pageOf(device),
        ...(image !== undefined && { imageUrl: image.url }),
      });
      return { outcome: 'told', browsers };
    },

    forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      agentEventsRepo(tx).forgetTurnsBefore(at, limit),
  };
};

const notifyAfterMs = ({ settings }: AgentDevice): number => {
  const { notifyAfterSeconds } = settings;
  const given = typeof notifyAfterSeconds === 'number' && notifyAfterSeconds >= 0;
  return (given ? notifyAfterSeconds : NOTIFY_AFTER_SECONDS) * 1_000;
};
