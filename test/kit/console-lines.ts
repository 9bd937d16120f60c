import type { FrameOut, LiveDoor } from '@gatehouse/cloud/web/client/live-frames.gen.ts';
import { type News, pollingLive } from '@gatehouse/cloud/web/kit/live.ts';
import { socketLive } from '@gatehouse/cloud/web/kit/live-socket.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { WebSocket } from 'ws';

type Doors = readonly LiveDoor[];

interface LineOptions {
  /** Of the listener with the live socket. */
  readonly port: number;
  readonly ca: string;
  readonly key: string;
  readonly facilityId: string;
}

/** The live half of an open console, as pages have it, without a page: it watches the doors of a facility over a real socket. */
export const openConsoleLine = ({ port, ca, key, facilityId }: LineOptions) => {
  /** Of its waits between tries, and of nothing else: what is sent goes over the network as it does. */
  const clock = new ManualClock();
  const topic = `facility:${facilityId}`;
  const told: News<Doors>[] = [];
  const frames: FrameOut[] = [];
  /** When a socket was tried, by its clock. */
  const tries: number[] = [];
  let trying = false;
  const live = socketLive({
    clock,
    random: Math.random,
    openSocket: (path, protocol, on) => {
      tries.push(clock.monoMs());
      trying = true;
      const socket = new WebSocket(`wss://localhost:${port}${path}`, [protocol], {
        ca,
        headers: { 'x-api-key': key },
        perMessageDeflate: false,
      });
      socket.on('error', () => undefined);
      socket.on('message', (data) => {
        trying = false;
        frames.push(JSON.parse(String(data)) as FrameOut);
        on.text(String(data));
      });
      socket.on('close', (code) => {
        trying = false;
        on.closed(code);
      });
      return {
        send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
        close: () => socket.terminate(),
      };
    },
    polling: pollingLive({ clock, isVisible: () => true, onVisibility: () => () => undefined }),
  });
  const stop = live.watch<Doors>(
    {
      name: 'wall',
      period: Seconds(5),
      live: { topic, of: (doors) => doors },
      read: () => Promise.reject(new Error('nobody answers')),
    },
    (news) => void told.push(news),
  );
  return {
    clock,
    frames,
    tries,
    /** A socket was asked for, and nothing has come of it yet. */
    isTrying: (): boolean => trying,
    isLive: (): boolean => live.mode.value === 'live',
    doors: (): Doors | undefined => told.at(-1)?.picture?.data,
    close: stop,
  };
};
export type ConsoleLine = ReturnType<typeof openConsoleLine>;
