import type { DoorProblem } from '@gatehouse/shared/door/check-doors.ts';
import type { Hardware } from '@gatehouse/shared/door/hardware.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { ConfigurationReport, type WiringReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { type CloudHttps, CloudRefusal } from '../identity/cloud-https.ts';
import type { Tokens } from '../identity/tokens.ts';
import type { Log } from '../log.ts';

/** The desired state that the doors follow, and what of it was refused. */
export interface Taken {
  readonly revision: number;
  readonly doorsHash: string;
  readonly refused: readonly DoorProblem[];
  /** What a person has confirmed of the wiring, and what waits for one. */
  readonly wiring?: WiringReport | undefined;
}

export interface ConfigurationReports {
  /** Tells the cloud, if it does not know that yet. Never rejects: it is tried again with the next pull. */
  send(taken: Taken): Promise<void>;
  /** The box went to another facility, whose staff know nothing of it. */
  forget(): void;
}

/** A cloud that was restored from a copy has forgotten; one that knows no such address may be upgraded. */
const AGAIN_AFTER = Hours(1);

export const createConfigurationReports = (deps: {
  readonly cloud: Pick<CloudHttps, 'send'>;
  readonly tokens: Pick<Tokens, 'current' | 'drop'>;
  readonly version: string;
  readonly hardware: () => Hardware;
  readonly clock: Clock;
  readonly log: Log;
}): ConfigurationReports => {
  const { cloud, tokens, version, hardware, clock, log } = deps;
  let told: { readonly text: string; readonly againMs: number } | undefined;

  return {
    send: async ({ revision, doorsHash, refused, wiring }) => {
      const body = ConfigurationReport.parse({
        v: 1,
        agentVersion: version,
        revision,
        doorsHash,
        hardware: hardware(),
        ...(wiring && { wiring }),
        refused: refused.slice(0, 400).map((one) => ({ ...one, message: one.message.slice(0, 300) })),
      });
      const text = JSON.stringify(body);
      if (told?.text === text && clock.monoMs() < told.againMs) return;
      const done = () => {
        told = { text, againMs: clock.monoMs() + AGAIN_AFTER };
      };
      try {
        const { token } = await tokens.current('edge');
        await cloud.send({ method: 'POST', path: '/edge/v1/configuration-reports', token, body });
        done();
      } catch (error) {
        // An older cloud: what it would have been told is worth nothing to it.
        if (error instanceof CloudRefusal && error.status === 404) return done();
        if (error instanceof CloudRefusal && error.status === 401) tokens.drop('edge');
        log.warn({ err: error }, 'The cloud could not be told what this box has and drives.');
      }
    },
    forget: () => {
      told = undefined;
    },
  };
};
