import { DoorId, EventId } from '@gatehouse/shared/ids/ids.ts';
import { ReaderResult } from '@gatehouse/shared/local/reader.ts';
import { Milliseconds, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import type { EntryResult, Presented, PresentedPass, Question } from '../../access/access.ts';
import type { LocalClient } from '../../broker/local-clients.ts';
import { createLocalHub } from '../../broker/local-hub.ts';
import { silentLog } from '../../fakes/silent-log.ts';
import { createMqttReaders } from './mqtt-readers.ts';

const doorId = DoorId.parse('door_0123456789abcdef');
const entryId = EventId.parse('evt_0123456789abcdef');
const reader = (name: string): LocalClient => ({ name, kind: 'reader', doorId, madeMs: 0 });
const GRANTED: EntryResult = { entryId, granted: true, reason: 'granted', message: 'Welcome.' };

/** Two readers at one door, and a box that decides when the test says so. */
const aDoorWithReaders = () => {
  const clock = new ManualClock();
  const hub = createLocalHub({ log: silentLog });
  const sent: { topic: string; result: ReaderResult; retain: boolean }[] = [];
  hub.attach((topic, payload, retain) => sent.push({ topic, result: ReaderResult.parse(JSON.parse(payload)), retain }));
  const asked: Question<Presented | PresentedPass>[] = [];
  const open: ((result: EntryResult | Error) => void)[] = [];
  const list = [reader('front'), reader('back')];
  const readers = createMqttReaders({
    local: hub,
    readers: () => list,
    clock,
    log: silentLog,
    present: (question) => {
      asked.push(question);
      return new Promise((resolve, reject) => {
        open.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      });
    },
  });
  for (const { name } of list) hub.arrived(name);
  const say = async (name: string, said: object) => {
    hub.said(name, 'present', JSON.stringify({ v: 1, ...said }));
    await clock.advance(Seconds(0));
  };
  const decide = async (result: EntryResult | Error) => {
    open.shift()?.(result);
    await clock.advance(Seconds(0));
  };
  const told = () => sent.map(({ result: { id, reason, signal } }) => `${id} ${reason} ${signal.led}`);
  return { clock, hub, sent, asked, list, readers, say, decide, told };
};
const CARD = { by: 'card', card: '04A2' };

describe('a reader on the local broker', () => {
  it('has what it reads decided at its own door, and hears the answer on its own topic', async () => {
    const { say, decide, asked, sent } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD, pin: '271828' });
    expect(asked).toEqual([{ doorId, presented: { kind: 'card', text: '04A2', pin: '271828' }, via: 'reader' }]);
    await decide(GRANTED);
    expect(sent).toEqual([
      {
        topic: 'gh/local/v1/client/front/down/result',
        retain: false,
        result: {
          v: 1,
          id: '1',
          granted: true,
          reason: 'granted',
          message: 'Welcome.',
          signal: { led: 'green', ledMs: 3_000, beeps: 1 },
        },
      },
    ]);
  });

  it('gives short ids and passes on as what they are', async () => {
    const { say, decide, asked } = aDoorWithReaders();
    await say('front', { id: '1', by: 'keypad', shortId: '1042', pin: '271828' });
    await decide(GRANTED);
    await say('front', { id: '2', by: 'qr', text: 'a.b.c' });
    expect(asked.map(({ presented }) => presented)).toEqual([
      { kind: 'short_id', text: '1042', pin: '271828' },
      { kind: 'pass', text: 'a.b.c' },
    ]);
  });

  it('shows a denial with its next opening, and asks for a PIN in a way of its own', async () => {
    const { say, decide, sent, told } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD });
    await decide({ entryId, granted: false, reason: 'outside_hours', message: 'Not now.', nextOpenS: 1_767_261_600 });
    await say('front', { id: '2', ...CARD });
    await decide({ entryId, granted: false, reason: 'pin_needed' as never, message: 'PIN, please.', pinNeeded: true });
    expect(told()).toEqual(['1 outside_hours red', '2 pin_needed amber']);
    expect(sent[0]!.result.nextOpenS).toBe(1_767_261_600);
    expect(sent[1]!.result.pinNeeded).toBe(true);
  });

  it('has one thing decided at a time, and keeps no other reader waiting', async () => {
    const { say, decide, asked, told } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD });
    for (let i = 0; i < 50; i++) await say('front', { id: `x${i}`, ...CARD });
    await say('back', { id: '9', ...CARD });
    expect(asked).toHaveLength(2);
    expect(told()).toHaveLength(50);
    expect(new Set(told().map((text) => text.split(' ')[1]))).toEqual(new Set(['busy']));
    await decide(GRANTED);
    expect(told().at(-1)).toBe('1 granted green');
  });

  it('asks once for a message that came twice, and gives the same answer', async () => {
    const { say, decide, asked, told } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD });
    await say('front', { id: '1', ...CARD });
    await decide(GRANTED);
    await say('front', { id: '1', ...CARD });
    expect([asked.length, told()]).toEqual([1, ['1 granted green', '1 granted green']]);
  });

  it('opens nothing for somebody who has gone meanwhile', async () => {
    const { say, asked, told } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD, ageMs: 30_000 });
    expect([asked, told()]).toEqual([[], ['1 too_late amber']]);
  });

  it('answers in time even when nothing was decided, and once only', async () => {
    const { clock, say, decide, told } = aDoorWithReaders();
    await say('front', { id: '1', ...CARD });
    await clock.advance(Seconds(5));
    expect(told()).toEqual(['1 no_answer amber']);
    await decide(GRANTED);
    expect(told()).toHaveLength(1);
    await say('front', { id: '2', ...CARD });
    await decide(new Error('the store broke'));
    expect(told().at(-1)).toBe('2 no_answer amber');
    expect(clock.pendingTimers).toBe(0);
  });

  it('holds back who tries card after card, and nobody at another reader', async () => {
    const { clock, say, decide, asked, told } = aDoorWithReaders();
    const UNKNOWN: EntryResult = { entryId, granted: false, reason: 'unknown_credential', message: 'Not known here.' };
    for (let i = 0; i < 3_000; i++) {
      await say('front', { id: `g${i}`, by: 'card', card: i.toString(16) });
      await decide(UNKNOWN);
      await clock.advance(Milliseconds(200));
    }
    // Ten minutes of trying as fast as a reader may: twenty, and about ten a minute.
    expect(asked.length).toBeLessThan(140);
    const before = asked.length;
    await say('back', { id: '1', ...CARD });
    await decide(GRANTED);
    expect([asked.length, told().at(-1)]).toEqual([before + 1, '1 granted green']);
    await clock.advance(Seconds(7));
    await say('front', { id: '1', ...CARD });
    await decide(GRANTED);
    expect(told().at(-1)).toBe('1 granted green');
  });

  it('is not upset by nonsense', async () => {
    const { hub, say, asked, told } = aDoorWithReaders();
    for (const text of ['', '{', 'null', '[]', '"x"', '{"v":1}', '{"v":1,"id":7,"by":"card","card":"0"}'])
      hub.said('front', 'present', text);
    await say('front', { id: '1', by: 'card', card: '' });
    await say('front', { id: '2', ...CARD, doorId: 'door_another000000000' });
    expect([asked, told()]).toEqual([[], ['1 unreadable amber', '2 unreadable amber']]);
  });

  it('is heard as soon as it is added and no longer once it is removed', async () => {
    const { hub, list, readers, say, asked } = aDoorWithReaders();
    list.push(reader('new'));
    list.shift();
    readers.refresh();
    hub.arrived('new');
    await say('new', { id: '1', ...CARD });
    await say('front', { id: '1', ...CARD });
    expect(asked).toHaveLength(1);
  });
});
