import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { LocalBoxState, LocalDoorState } from '@gatehouse/shared/local/standing.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { DoorView } from '../panel/panel-state.ts';
import { createRetained } from './retained.ts';
import { createStateTopics } from './state-topics.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const TOPIC = `gh/local/v1/door/${doorId}/state`;
const A_DOOR: DoorView = {
  doorId,
  name: 'Front door',
  profile: 'latch',
  lock: 'locked',
  contact: 'closed',
  evidence: 'lock-sense',
  maintenance: { mode: 'off', untilMs: null, by: null, reason: null, generation: 0 },
  reachable: true,
  alarms: [],
} as unknown as DoorView;

const observed = (options: { homeAssistant?: boolean; remembered?: string[] } = {}) => {
  const clock = new ManualClock();
  const retained = createRetained();
  const published: [string, string][] = [];
  retained.attach((topic, payload, retain) => {
    if (retain) published.push([topic, payload]);
  });
  const box = {
    boxId: '11111111-1111-4111-8111-111111111111',
    version: '1.2.3',
    link: { state: 'connected' as const, trouble: undefined },
    doors: [A_DOOR],
  };
  let remembered: readonly string[] | undefined = options.remembered;
  const topics = createStateTopics({
    look: () => box,
    retained,
    clock,
    homeAssistant: options.homeAssistant ?? false,
    discovered: {
      load: () => remembered,
      keep: (kept) => {
        remembered = kept;
      },
    },
  });
  return { clock, retained, published, box, topics, remembered: () => remembered };
};

describe('what observers see', () => {
  it('is the box and each door, and a door again only when it changed', async () => {
    const { clock, published, box, topics } = observed();
    expect(published.map(([topic]) => topic)).toEqual(['gh/local/v1/box/state', TOPIC]);
    expect(LocalBoxState.parse(JSON.parse(published[0]![1]))).toMatchObject({
      standing: 'online',
      cloud: true,
      doors: [doorId],
    });
    expect(LocalDoorState.parse(JSON.parse(published[1]![1]))).toMatchObject({
      lock: 'locked',
      mode: 'off',
      name: 'Front door',
    });
    topics.changed();
    await clock.advance(Seconds(60));
    expect(published).toHaveLength(2);
    box.doors = [{ ...A_DOOR, lock: 'unlocked', alarms: ['forced_open'] }];
    topics.changed();
    topics.changed();
    await clock.advance(Milliseconds(25));
    expect(published.slice(2).map(([topic, text]) => [topic, JSON.parse(text)])).toMatchObject([
      [TOPIC, { lock: 'unlocked', alarms: ['forced_open'] }],
    ]);
  });

  it('takes a door off that the box no longer has', async () => {
    const { clock, published, box } = observed();
    box.doors = [];
    await clock.advance(Seconds(10));
    expect(published.slice(2).map(([topic, text]) => [topic, text === '' ? '' : 'state'])).toEqual([
      [TOPIC, ''],
      ['gh/local/v1/box/state', 'state'],
    ]);
  });

  it('says that the box goes before it goes', () => {
    const { published, topics } = observed();
    topics.offline();
    expect(JSON.parse(published.at(-1)![1])).toMatchObject({ standing: 'offline' });
  });
});

describe('what Home Assistant finds', () => {
  const configs = (published: [string, string][]) => published.filter(([topic]) => topic.startsWith('homeassistant/'));

  it('is nothing unless it is wanted', () => expect(configs(observed().published)).toEqual([]));

  it('is the lock, the contact, the alarms and the maintenance of each door, and nothing to press', () => {
    const found = configs(observed({ homeAssistant: true }).published);
    expect(found.map(([topic]) => topic)).toEqual([
      `homeassistant/binary_sensor/gatehouse_${doorId}/lock/config`,
      `homeassistant/binary_sensor/gatehouse_${doorId}/contact/config`,
      `homeassistant/binary_sensor/gatehouse_${doorId}/alarm/config`,
      `homeassistant/sensor/gatehouse_${doorId}/mode/config`,
    ]);
    for (const [, text] of found) {
      expect(text).not.toMatch(/command/);
      expect(JSON.parse(text)).toMatchObject({ state_topic: TOPIC, availability_mode: 'all' });
    }
    expect(new Set(found.map(([, text]) => JSON.parse(text).unique_id)).size).toBe(4);
  });

  it('is told to forget it, by whoever subscribes, once it is switched off', () => {
    const first = observed({ homeAssistant: true });
    const remembered = [...(first.remembered() ?? [])];
    expect(remembered).toHaveLength(4);
    const { retained } = observed({ remembered });
    expect(retained.forgottenTopics()).toEqual(remembered);
    expect(observed({ homeAssistant: true, remembered }).retained.forgottenTopics()).toEqual([]);
  });
});
