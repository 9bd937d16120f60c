import { createServer, type Server } from 'node:http';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatorControl } from './simulator-control.ts';

const relay = { bus: 'rs485-1', unit: 1, channel: 2 };
const door = (name: string, channel: number, jammed = false) => ({
  name,
  coil: { board: 'board-1', channel },
  lock: { jammed },
});
const STATE = {
  boards: [
    { name: 'board-0', bus: 'rs485-0', address: 1 },
    { name: 'board-1', bus: 'rs485-1', address: 1 },
  ],
  doors: [door('front', 0), { ...door('other', 2), coil: { board: 'board-0', channel: 2 } }, door('car park', 2)],
};

describe('the control of the simulator', () => {
  let server: Server;
  let url: string;
  let state: object;
  let done: boolean;
  let status: number | 'silent';
  const asked: [string, unknown][] = [];
  beforeEach(async () => {
    asked.length = 0;
    [state, done, status] = [STATE, true, 200];
    server = createServer(async (req, res) => {
      let text = '';
      for await (const chunk of req as AsyncIterable<Buffer>) text += chunk;
      if (req.method === 'POST') asked.push([req.url ?? '', JSON.parse(text)]);
      if (status === 'silent') return;
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(req.url === '/state' ? state : { done, message: '' }));
    });
    url = `http://127.0.0.1:${await listen(server, { host: '127.0.0.1', port: 0 })}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const control = (clock = new ManualClock()) => simulatorControl({ url, clock });

  it('finds the door by the relay it is wired to, and jams it locked only', async () => {
    expect(await control().jam(relay, Seconds(20))).toBe(true);
    expect(asked).toEqual([['/doors/car%20park/jam', { forMs: 20_000, only: 'locked' }]]);
  });

  it('says when the lock was left alone', async () => {
    done = false;
    expect(await control().jam(relay, Seconds(20))).toBe(false);
  });

  it('frees a lock that is jammed, and leaves every other alone', async () => {
    await control().free(relay);
    expect(asked).toEqual([]);
    state = { ...STATE, doors: [door('car park', 2, true)] };
    await control().free(relay);
    expect(asked).toEqual([['/doors/car%20park/free', {}]]);
  });

  it('rejects where there is no such door, or something else answers', async () => {
    await expect(control().jam({ ...relay, channel: 7 }, Seconds(1))).rejects.toThrow('no door at relay 7');
    status = 404;
    await expect(control().jam(relay, Seconds(1))).rejects.toThrow('answered 404');
    status = 200;
    state = { hello: 'world' };
    await expect(control().free(relay)).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('does not wait for a simulator that is silent', async () => {
    status = 'silent';
    const clock = new ManualClock();
    const freed = control(clock).free(relay);
    const refused = expect(freed).rejects.toThrow(/abort/i);
    await clock.advance(Seconds(2));
    await refused;
    expect(clock.pendingTimers).toBe(0);
  });
});
