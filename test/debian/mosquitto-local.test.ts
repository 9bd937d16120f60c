import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aBroker, type TestBroker, until } from '@gatehouse/edge/broker/broker.kit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const STATE = 'gh/local/v1/door/door_0123456789abcdef/state';
const DOWN = 'gh/local/v1/client/one/down';

/** Mosquitto's clients share no line of code with our broker, our simulator, or the library of our tests. */
describe('mosquitto’s clients at the box’s own broker', () => {
  let broker: TestBroker;
  let folder: string;
  beforeAll(async () => {
    broker = await aBroker();
    broker.add('one', 'controller');
    broker.add('eye', 'observer');
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-mosquitto-'));
    writeFileSync(join(folder, 'ca.pem'), broker.authority.certificatePem);
  });
  afterAll(async () => {
    await broker.close();
    rmSync(folder, { recursive: true });
  });
  const client = (program: 'mosquitto_pub' | 'mosquitto_sub', ...args: string[]) =>
    runProgram(program, ['-h', 'localhost', '-p', String(broker.port), '-V', '311', ...args]);
  const tls = () => ['--cafile', join(folder, 'ca.pem')];
  const as = (name: string) => ['-i', name, '-u', name, '-P', broker.password(name)];

  it('reach nothing without TLS, without a password, or with a session that is kept', async () => {
    const publish = ['-q', '1', '-m', '{}', '-t', 'gh/local/v1/client/one/up/beacon'];
    expect((await client('mosquitto_pub', ...as('one'), ...publish)).code).not.toBe(0);
    expect((await client('mosquitto_pub', ...tls(), '-i', 'one', ...publish)).code).not.toBe(0);
    const kept = ['-c', '-q', '1', '-W', '3', '-t', `${DOWN}/+`];
    expect((await client('mosquitto_sub', ...tls(), ...as('one'), ...kept)).code).not.toBe(0);
  });

  it('are heard by the box, and hear it', async () => {
    const heard: unknown[] = [];
    const stop = broker.hub.listen('one', { onMessage: (name, payload) => heard.push([name, payload]) });
    const beacon = ['-q', '1', '-m', '{"v":1}', '-t', 'gh/local/v1/client/one/up/beacon'];
    expect((await client('mosquitto_pub', ...tls(), ...as('one'), ...beacon)).code).toBe(0);
    expect(heard).toEqual([['beacon', { v: 1 }]]);
    stop();
    const listening = client(
      'mosquitto_sub',
      ...tls(),
      ...as('one'),
      '-q',
      '1',
      '-C',
      '1',
      '-W',
      '5',
      '-t',
      `${DOWN}/+`,
    );
    await until(() => broker.hub.connected('one'), 'it is connected');
    // Its subscription follows its login: what is said in between is for nobody.
    let answered = false;
    void listening.then(() => {
      answered = true;
    });
    await until(() => {
      broker.hub.send('one', { name: 'report', payload: { v: 1, id: 'r1' } });
      return answered;
    }, 'it hears the box');
    expect((await listening).output).toContain('{"v":1,"id":"r1"}');
  });

  it('see a door as observers, and never an order that somebody would have kept', async () => {
    broker.retained.set(STATE, { lock: 'locked' });
    const keep = ['-r', '-q', '1', '-m', '{}', '-t', `${DOWN}/command`];
    await client('mosquitto_pub', ...tls(), ...as('eye'), ...keep);
    const seen = await client('mosquitto_sub', ...tls(), ...as('eye'), '-W', '2', '-v', '-t', 'gh/local/v1/door/#');
    expect(seen.output).toContain(`${STATE} {"lock":"locked"}`);
    const orders = await client('mosquitto_sub', ...tls(), ...as('one'), '-W', '2', '-t', `${DOWN}/#`);
    expect(orders.output.trim()).not.toContain('{}');
  });
});
