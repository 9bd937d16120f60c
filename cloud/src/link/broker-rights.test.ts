import { describe, expect, it } from 'vitest';
import { mayLeaveWill, mayPublish, mayReceive, maySubscribe, principalOf } from './broker-rights.ts';

const me = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';
const box = principalOf(me)!;
const cloud = principalOf('cloud-r1')!;
const screen = principalOf(`device-${me}`)!;

describe('broker rights', () => {
  it('only boxes, devices and replicas have any', () => {
    expect(box).toEqual({ role: 'box', id: me });
    expect(cloud).toEqual({ role: 'cloud', id: 'r1' });
    expect(screen).toEqual({ role: 'device', id: `device-${me}` });
    for (const id of [
      `device-${me.slice(1)}`,
      `device-${me}x`,
      'device-',
      'device-+',
      '',
      'x',
      'cloud-',
      'cloud-a/b',
      'cloud-+',
      `${me}x`,
      `${me}/x`,
      '#',
    ])
      expect(principalOf(id)).toBeUndefined();
  });

  it.each([
    [`gh/v1/${me}/up/beacon`, true],
    [`gh/v1/${me}/up/facts`, true],
    [`gh/v1/reply/r1/${me}`, true],
    [`gh/v1/${me}/up/a/b`, false],
    [`gh/v1/${me}/up/+`, false],
    [`gh/v1/${me}/up/`, false],
    [`gh/v1/${me}/down/unlock`, false],
    [`gh/v1/${other}/up/beacon`, false],
    [`gh/v1/${other}/down/unlock`, false],
    [`gh/v1/reply/r1/${other}`, false],
    [`gh/v1/reply/+/${me}`, false],
    ['gh/v1/admin/end-session', false],
    ['gh/v1/admin/admitted', false],
    ['gh/v1/admin/admits', false],
    ['$SYS/x', false],
    ['', false],
    [`gh/v1/${me}/up/beacon${'/x'.repeat(150)}`, false],
  ])('a box publishing to %s: %s', (topic, allowed) => expect(mayPublish(box, topic)).toBe(allowed));

  it.each([
    [`gh/v1/${me}/down/unlock`, true],
    ['gh/v1/admin/end-session', true],
    ['gh/v1/admin/admitted', true],
    ['gh/v1/admin/admits', false],
    ['gh/v1/reply/r1/probe', true],
    ['gh/v1/reply/r2/probe', false],
    [`gh/v1/${me}/up/beacon`, false],
    ['gh/v1/+/down/unlock', false],
    [`gh/v1/device-${me}/down/device-nudge`, true],
    [`gh/v1/device-${me}/down/unlock`, false],
    ['gh/v1/device-+/down/device-nudge', false],
  ])('a replica publishing to %s: %s', (topic, allowed) => expect(mayPublish(cloud, topic)).toBe(allowed));

  it.each([
    [`gh/v1/${me}/down/+`, true],
    [`gh/v1/${me}/down/#`, false],
    [`gh/v1/${other}/down/+`, false],
    ['gh/v1/+/down/+', false],
    ['gh/v1/+/up/+', false],
    [`$share/g/gh/v1/${me}/down/+`, false],
    ['gh/v1/admin/admits', false],
    ['#', false],
    ['+/+/+/+/+', false],
    ['$SYS/#', false],
  ])('a box subscribing to %s: %s', (filter, allowed) => expect(maySubscribe(box, filter)).toBe(allowed));

  it.each([
    ['gh/v1/+/up/+', true],
    ['gh/v1/reply/r1/+', true],
    ['gh/v1/admin/admits', true],
    ['gh/v1/admin/+', false],
    ['gh/v1/reply/r2/+', false],
    ['gh/v1/reply/+/+', false],
    ['gh/v1/+/down/+', false],
    ['#', false],
  ])('a replica subscribing to %s: %s', (filter, allowed) => expect(maySubscribe(cloud, filter)).toBe(allowed));

  it('Q7 a device hears its own nudges, and says and hears nothing else', () => {
    const nudges = `gh/v1/device-${me}/down/device-nudge`;
    expect(maySubscribe(screen, nudges)).toBe(true);
    expect(mayReceive(screen, nudges)).toBe(true);
    for (const topic of [
      `gh/v1/device-${me}/down/+`,
      `gh/v1/device-${other}/down/device-nudge`,
      `gh/v1/${me}/down/+`,
      `gh/v1/${me}/down/unlock`,
      'gh/v1/+/up/+',
      '#',
    ]) {
      expect([topic, maySubscribe(screen, topic)]).toEqual([topic, false]);
      expect([topic, mayReceive(screen, topic)]).toEqual([topic, false]);
    }
    for (const topic of [nudges, `gh/v1/device-${me}/up/beacon`, `gh/v1/${me}/up/beacon`, `gh/v1/reply/r1/${me}`])
      expect([topic, mayPublish(screen, topic)]).toEqual([topic, false]);
    for (const topic of [nudges, `gh/v1/device-${me}/up/gone`])
      expect(mayLeaveWill(screen, { topic, qos: 0 })).toBe(false);
    expect(mayReceive(box, nudges)).toBe(false);
  });

  it('a will says only that its own box is gone, and never stays', () => {
    const topic = `gh/v1/${me}/up/gone`;
    expect(mayLeaveWill(box, { topic, retain: false, qos: 1 })).toBe(true);
    expect(mayLeaveWill(box, { topic, retain: true, qos: 1 })).toBe(false);
    expect(mayLeaveWill(box, { topic, qos: 2 })).toBe(false);
    expect(mayLeaveWill(box, { topic: `gh/v1/${other}/up/gone` })).toBe(false);
    expect(mayLeaveWill(box, { topic: `gh/v1/${me}/up/beacon` })).toBe(false);
    expect(mayLeaveWill(cloud, { topic })).toBe(false);
  });

  it('nobody receives what was not meant for them', () => {
    expect(mayReceive(box, `gh/v1/${me}/down/unlock`)).toBe(true);
    expect(mayReceive(box, `gh/v1/${other}/down/unlock`)).toBe(false);
    expect(mayReceive(box, `gh/v1/${me}/up/beacon`)).toBe(false);
    expect(mayReceive(box, 'gh/v1/admin/admits')).toBe(false);
    expect(mayReceive(cloud, 'gh/v1/admin/admits')).toBe(true);
    expect(mayReceive(cloud, `gh/v1/${me}/up/beacon`)).toBe(true);
    expect(mayReceive(cloud, `gh/v1/reply/r2/${me}`)).toBe(false);
    expect(mayReceive(cloud, `gh/v1/${me}/down/unlock`)).toBe(false);
  });
});
