import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROKERS, type TestBroker } from '../link/brokers.ts';
import { connectBox, newBox } from '../link/scripted-box.ts';
import { runProgram } from './run-program.ts';

const [embedded] = BROKERS;

/** Mosquitto's clients share no line of code with our broker or the library that our own boxes use. */
describe('mosquitto’s clients at the cloud’s broker', () => {
  let at: TestBroker;
  let folder: string;
  beforeAll(async () => {
    if (embedded === undefined) throw new Error('no broker');
    at = await embedded.start();
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-mosquitto-'));
    writeFileSync(join(folder, 'ca.pem'), at.caPem);
  });
  afterAll(async () => {
    await at.stop();
    rmSync(folder, { recursive: true });
  });

  const client = (program: 'mosquitto_pub' | 'mosquitto_sub', ...args: string[]) =>
    runProgram(program, ['-h', 'localhost', '-p', String(at.port), '-V', '311', ...args]);
  const tls = () => ['--cafile', join(folder, 'ca.pem')];
  const as = (boxId: string, token = at.tokens.issue(boxId, 'mqtt').token) => ['-i', boxId, '-u', boxId, '-P', token];
  const publish = ['-q', '1', '-m', 'open'];
  const listen = ['-q', '1', '-W', '3'];

  it('reach nothing without TLS', async () => {
    const box = newBox();
    const { code } = await client('mosquitto_pub', ...as(box.boxId), ...publish, '-t', `gh/v1/${box.boxId}/up/beacon`);
    expect(code).not.toBe(0);
  });

  it('reach nothing when they do not know the authority', async () => {
    const box = newBox();
    const system = ['--capath', '/etc/ssl/certs'];
    const { code } = await client(
      'mosquitto_sub',
      ...system,
      ...as(box.boxId),
      ...listen,
      '-t',
      `gh/v1/${box.boxId}/down/+`,
    );
    expect(code).not.toBe(0);
  });

  it('are turned away without a token, with a made-up one, and with another box’s', async () => {
    const [box, other] = [newBox(), newBox()];
    const topic = ['-t', `gh/v1/${box.boxId}/up/beacon`];
    for (const who of [
      ['-i', box.boxId],
      as(box.boxId, 'a.b.c'),
      as(box.boxId, at.tokens.issue(other.boxId, 'mqtt').token),
    ]) {
      const { code, output } = await client('mosquitto_pub', ...tls(), ...who, ...publish, ...topic);
      expect(output).toMatch(/Connection (Refused|error)|not authori[sz]ed|bad user name/i);
      expect(code).not.toBe(0);
    }
  });

  it('with a good token say what their box may say', async () => {
    const box = newBox();
    const topic = ['-t', `gh/v1/${box.boxId}/up/beacon`];
    expect(await client('mosquitto_pub', ...tls(), ...as(box.boxId), ...publish, ...topic)).toEqual({
      code: 0,
      output: '',
    });
  });

  it('with a good token cannot unlock another box’s door, nor leave a message behind', async () => {
    const victim = newBox();
    const connected = await connectBox(at, victim);
    const box = newBox();
    await client('mosquitto_pub', ...tls(), ...as(box.boxId), ...publish, '-t', `gh/v1/${victim.boxId}/down/unlock`);
    await client('mosquitto_pub', ...tls(), ...as(box.boxId), ...publish, '-r', '-t', `gh/v1/${box.boxId}/up/beacon`);
    // What comes after the attempts and through the same broker has arrived: so would they have.
    await at.broker.publish(`gh/v1/${victim.boxId}/down/beacon-please`, JSON.stringify({ v: 1 }));
    await connected.next('beacon-please');
    expect(connected.received.map(({ topic }) => topic)).toEqual([`gh/v1/${victim.boxId}/down/beacon-please`]);
    await connected.close();
  });

  it.each(['gh/v1/+/down/+', '#', '$SYS/#', 'gh/v1/+/up/+', 'gh/v1/reply/+/+'])(
    'with a good token cannot listen to %s',
    async (topic) => {
      const box = newBox();
      const { output } = await client('mosquitto_sub', ...tls(), ...as(box.boxId), ...listen, '-t', topic);
      expect(output.trim()).toBe('All subscription requests were denied.');
    },
  );

  it('with a good token hear what is said to their own box', async () => {
    const box = newBox();
    const topic = ['-t', `gh/v1/${box.boxId}/down/+`];
    const heard = client('mosquitto_sub', ...tls(), ...as(box.boxId), ...listen, '-C', '1', '-v', ...topic);
    let done = false;
    heard.then(
      () => (done = true),
      () => (done = true),
    );
    const say = () => at.broker.publish(`gh/v1/${box.boxId}/down/beacon-please`, '{"v":1}');
    // Nothing is kept for an absent client, and this one does not tell when it listens: it is said again until heard.
    while (!done) {
      await say();
      await runProgram('sleep', ['0.1']);
    }
    expect((await heard).output.trim()).toBe(`gh/v1/${box.boxId}/down/beacon-please {"v":1}`);
  });
});
