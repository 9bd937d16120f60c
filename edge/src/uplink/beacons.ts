import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { AccessMark, beaconAckMessage } from '@gatehouse/shared/wire/beacon.ts';
import type { z } from 'zod';

const COALESCED = Milliseconds(20);
/** A beacon that nobody answered in this time proves that the path is dead, whatever TCP says. */
const ECHO_WITHIN = Seconds(10);

export interface Beacons {
  connected(): void;
  disconnected(): void;
  /** Something that a beacon shows has changed: send one at once, and one only for changes that come together. */
  soon(): void;
  /** Sends now what `soon` promised, so that whatever is sent next is not ahead of it. */
  flush(): void;
  acknowledged(ack: z.infer<typeof beaconAckMessage.payload>): void;
  close(): void;
}

/** Tells the cloud that the box is alive, and finds out when the cloud no longer hears it. */
export const createBeacons = (deps: {
  readonly clock: Clock;
  readonly bootId: string;
  readonly intervalSeconds: () => number;
  /** Publishes the beacon; `false` when there is no connection. */
  readonly send: (sentMonoMs: number) => boolean;
  readonly onSilence: () => void;
  /** The cloud's clock, in answer to the beacon sent at `sentMonoMs`. */
  readonly onCloudTime: (cloud: {
    readonly cloudWallMs: number;
    readonly sentMonoMs: number;
    /** The newest snapshot that the cloud told of. */
    readonly access: AccessMark | undefined;
  }) => void;
}): Beacons => {
  const { clock } = deps;
  let next: Timer | undefined;
  let together: Timer | undefined;
  let echo: { readonly timer: Timer; readonly sentMonoMs: number } | undefined;

  const beat = () => {
    next?.cancel();
    together?.cancel();
    together = undefined;
    const sentMonoMs = clock.monoMs();
    if (!deps.send(sentMonoMs)) return;
    echo ??= { sentMonoMs, timer: clock.after(ECHO_WITHIN, silent) };
    next = clock.after(Seconds(deps.intervalSeconds()), beat);
  };
  const silent = () => {
    echo = undefined;
    deps.onSilence();
  };
  const rest = () => {
    for (const timer of [next, together, echo?.timer]) timer?.cancel();
    [next, together, echo] = [undefined, undefined, undefined];
  };
  return {
    connected: () => {
      rest();
      beat();
    },
    disconnected: rest,
    soon: () => {
      if (next !== undefined) together ??= clock.after(COALESCED, beat);
    },
    flush: () => {
      if (together !== undefined) beat();
    },
    acknowledged: ({ bootId, sentMonoMs, cloudWallMs, access }) => {
      if (bootId !== deps.bootId || sentMonoMs > clock.monoMs()) return;
      if (echo !== undefined && sentMonoMs >= echo.sentMonoMs) {
        echo.timer.cancel();
        echo = undefined;
      }
      deps.onCloudTime({ cloudWallMs, sentMonoMs, access });
    },
    close: rest,
  };
};
