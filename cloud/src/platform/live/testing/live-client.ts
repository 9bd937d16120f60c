import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { PlatformApi } from '../../../testing/platform-api.ts';
import { PROTOCOL } from '../frames.ts';

export interface Frame {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** A client of the live socket, what it has heard, and how it was closed. */
export const connectLive = async (api: PlatformApi, clock: ManualClock, headers: Readonly<Record<string, string>>) => {
  const client = new WebSocket(`wss://localhost:${api.port}/api/live`, [PROTOCOL], { ca: api.ca, headers });
  const frames: Frame[] = [];
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    client.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
  client.on('message', (data) => frames.push(JSON.parse(String(data)) as Frame));
  await new Promise((resolve, reject) => client.on('open', resolve).on('error', reject));
  const heard = async (type: string, count = 1): Promise<readonly Frame[]> => {
    await vi.waitFor(async () => {
      if (frames.filter((frame) => frame.type === type).length >= count) return;
      // A database that is slow may not have been read when the clock was moved: let it be looked at again.
      await clock.advance(Milliseconds(100));
      throw new Error(`${count} of ${type}: ${JSON.stringify(frames).slice(0, 2_000)}`);
    }, 10_000);
    return frames.filter((frame) => frame.type === type);
  };
  const [welcome] = await heard('welcome');
  return {
    client,
    frames,
    closed,
    heard,
    socketID: String(welcome?.socketID),
    say: (frame: object) => client.send(JSON.stringify(frame)),
  };
};
export type LiveClient = Awaited<ReturnType<typeof connectLive>>;
