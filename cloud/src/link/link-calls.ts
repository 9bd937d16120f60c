import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import type { Link } from './link.ts';

/**
 * What services say to boxes and devices without waiting for them: a call that is lost is made up for by the other end, which
 * polls as well. INVARIANT: none throws, for they are made after commits, some of them before there is a link: a restored
 * cloud orders standing lockdowns anew before it listens.
 */
export const linkCalls = (link: Link, log: { error(detail: unknown, message: string): void }) => {
  const say = async (to: (link: Link) => unknown): Promise<void> => {
    await to(link);
  };
  return {
    nudge:
      (about: Parameters<Link['nudge']>[1]) =>
      (boxId: BoxId, revision: number): void => {
        say((to) => to.nudge(boxId, about, revision)).catch((error: unknown) =>
          log.error({ err: error, boxId, about }, 'a nudge was lost; the box polls as well'),
        );
      },
    /** What it still says ends its session as well. */
    boxEnded: (boxId: BoxId): void => {
      say((to) => to.endSession(boxId)).catch((error: unknown) =>
        log.error({ err: error, boxId }, 'a session was not ended; it is when the box says something'),
      );
    },
    devices: {
      nudge: (...of: Parameters<Link['nudgeDevice']>): void =>
        void say((to) => to.nudgeDevice(...of)).catch(() => undefined),
      /** A broker that cannot be reached asks about the secret when the device next logs in. */
      ended: (uuid: string): void => void say((to) => to.endDeviceSession(uuid)).catch(() => undefined),
    },
    askFor: (...of: Parameters<Link['askForFacts']>): void =>
      void say((to) => to.askForFacts(...of)).catch(() => undefined),
  };
};
