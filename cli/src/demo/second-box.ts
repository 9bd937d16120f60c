import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import { PROGRAMS } from '../process-files.ts';
import { CommandFailure } from '../readable-failure.ts';
import { type Child, startChild } from './child.ts';
import { edgeConfig } from './demo-edge.ts';
import { EdgeReady, SimReady } from './ready.ts';

const FIRST_PORTS = { sim: 9081, panel: 9444 };
const CLAIMABLE_WITHIN = Seconds(20);
/** The box's own configuration, as the demo has written it: where the cloud is. */
const OfTheFirst = z.object({ cloud: z.object({ url: z.string(), caFile: z.string() }) });
const Claim = z.object({ claimCode: z.string(), claimUrl: z.string().nullable() });

/** A box that belongs to nobody yet, or to whoever has claimed it since. */
export interface SecondBox {
  readonly panelUrl: string;
  readonly simUrl: string;
  /** What the code on its panel leads to; undefined once it is claimed. */
  readonly claimUrl: string | undefined;
  readonly pin: string;
  onCrash(listener: (why: string) => void): void;
  close(): Promise<void>;
}

/** Starts another box beside a running demo, with door hardware of its own: what an installer brings to a gym. */
export const startSecondBox = async (dataDir: string, clock: Clock, signal: AbortSignal): Promise<SecondBox> => {
  const first = join(dataDir, 'edge', 'edge.json');
  const isRunning = await callControl(join(dataDir, 'cloud'), 'boxes').then(
    () => true,
    () => false,
  );
  if (!isRunning || !existsSync(first))
    throw new CommandFailure(
      `No demo is running with the data folder ${dataDir}: start one first, in another terminal.`,
    );
  const at = (...parts: string[]) => join(dataDir, 'second-box', ...parts);
  const base = { logDir: at('logs'), clock, signal };
  const children: Child<unknown>[] = [];
  const close = async (): Promise<void> => {
    for (const child of children.splice(0).reverse()) await child.stop();
  };
  try {
    const args = ['--dir', at('sim'), '--port', String(FIRST_PORTS.sim)];
    const sim = await startChild({ ...base, name: 'sim', file: PROGRAMS.sim, args, ready: SimReady });
    children.push(sim);
    mkdirSync(at('edge'), { recursive: true, mode: 0o700 });
    const { cloud } = OfTheFirst.parse(JSON.parse(readFileSync(first, 'utf8')));
    const config = edgeConfig({ deviceUrl: cloud.url, caFile: cloud.caFile }, sim.ready);
    writeFileSync(at('edge', 'edge.json'), `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    const edge = await startChild({
      ...{ ...base, name: 'edge', file: PROGRAMS.edge, ready: EdgeReady },
      args: ['--config', at('edge', 'edge.json'), '--data', at('edge'), '--panel-port', String(FIRST_PORTS.panel)],
    });
    children.push(edge);
    return {
      panelUrl: edge.ready.panelUrl,
      simUrl: sim.ready.url,
      claimUrl: edge.ready.claimed ? undefined : await claimUrlOf(at('edge'), clock, signal),
      pin: readFileSync(at('edge', 'panel-pin'), 'utf8').trim(),
      onCrash: (listener) => {
        for (const child of children) child.onCrash(listener);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The box needs a moment to learn from the cloud where it is claimed. */
const claimUrlOf = async (edgeData: string, clock: Clock, signal: AbortSignal): Promise<string> => {
  const giveUpAt = clock.monoMs() + CLAIMABLE_WITHIN;
  for (;;) {
    const claim = Claim.safeParse(await callControl(edgeData, 'claim-code').catch(() => undefined)).data;
    if (claim?.claimUrl != null) return claim.claimUrl;
    signal.throwIfAborted();
    if (clock.monoMs() > giveUpAt)
      throw new CommandFailure(`The box cannot be claimed: it does not reach the cloud; see ${edgeData}/../logs.`);
    await sleep(clock, Milliseconds(100));
  }
};
