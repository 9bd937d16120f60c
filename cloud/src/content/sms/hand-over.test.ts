import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { SmsNotNow, SmsRefused } from './sms-provider.ts';
import { smsWorld } from './testing/sms-world.ts';

const [ANN, BEN, CAT] = ['+61400000001', '+61400000002', '+61400000003'] as const;
const to = (...phones: readonly string[]) => phones.map((phoneNumber) => ({ phoneNumber }));

/** A process that dies at its nth unit, before it or after it: from then on it writes nothing and asks nobody. */
const mortal = (db: Pick<Database, 'read' | 'write'>, dies: { at: number; when: 'before' | 'after' }) => {
  const life = { units: 0, isOver: false };
  const died = () => new Error('the process died');
  const write: Database['write'] = async (work) => {
    life.units += 1;
    const isLast = life.units === dies.at;
    if (life.isOver || (isLast && dies.when === 'before')) {
      life.isOver = true;
      throw died();
    }
    const value = await db.write(work);
    if (!isLast) return value;
    life.isOver = true;
    throw died();
  };
  return { life, died, db: { read: db.read, write } };
};

describe.each(ENGINES)('handing texts over on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof smsWorld>>;
  beforeEach(async () => {
    on = await smsWorld(await open());
  });
  const sentTo = () => on.taken.map(({ to: phone }) => phone).sort();
  const untilOver = async (messageId: string) => {
    for (let turn = 0; turn < 4 && (await on.stateOf(messageId)) !== 'done'; turn++) {
      await on.clock.advance(Minutes(3));
      await on.run(messageId);
    }
  };

  it('judges consent when it is handed over: marketing is for those who agreed, and an opt-out stops all', async () => {
    await on.agree(ANN);
    await on.agree(BEN);
    const marketing = await on.write(to(ANN, BEN, CAT));
    const notice = await on.write(to(ANN, BEN, CAT), {}, 'transactional');
    await on.answer(BEN, 'Stop', 'SM1');
    await on.run(marketing.messageId);
    await on.run(notice.messageId);
    expect(await on.states(marketing.messageId)).toEqual(['sent', 'opted_out', 'skipped: no_consent']);
    expect(await on.states(notice.messageId)).toEqual(['sent', 'opted_out', 'sent']);
    expect(sentTo()).toEqual([ANN, ANN, CAT]);
    expect(on.taken.map(({ text }) => text)).toContain(marketing.text);
    expect(marketing.text).toBe('Harbour Gym: The pool is open until ten tonight.\nReply STOP to opt out.');
    expect([await on.stateOf(marketing.messageId), await on.stateOf(notice.messageId)]).toEqual(['done', 'done']);
  });

  it('sends no marketing at night, and judges again in the morning', async () => {
    await on.agree(ANN);
    await on.agree(BEN);
    await on.clock.advance(Hours(10.5));
    const { messageId } = await on.write(to(ANN, BEN));
    await on.run(messageId);
    expect([await on.states(messageId), sentTo()]).toEqual([['quiet', 'quiet'], []]);
    await on.clock.advance(Hours(11));
    await on.answer(BEN, 'no more texts please', 'SM2');
    await on.run(messageId);
    expect([await on.states(messageId), sentTo()]).toEqual([['quiet', 'quiet'], []]);
    await on.clock.advance(Hours(0.5));
    await on.run(messageId);
    expect([await on.states(messageId), sentTo()]).toEqual([['sent', 'opted_out'], [ANN]]);
  });

  it('sends what is due, by the clocks of the facility, and is found by whoever looks each minute', async () => {
    const { messageId } = await on.write(to(ANN), { sendLocal: '2026-03-02T09:00' }, 'transactional');
    await on.run(messageId);
    expect([await on.stateOf(messageId), sentTo()]).toEqual(['scheduled', []]);
    const queued = () =>
      on.world.db.read((tx) => tx.selectFrom('job').where('kind', '=', 'sms.hand-over').select('key').execute());
    await on.clock.advance(Minutes(23 * 60 - 1));
    await on.process().beginDue();
    expect(await queued()).toEqual([]);
    await on.clock.advance(Minutes(1));
    await on.process().beginDue();
    expect(await queued()).toEqual([{ key: messageId }]);
    await on.run(messageId);
    expect([await on.stateOf(messageId), sentTo()]).toEqual(['done', [ANN]]);
  });

  it('is too late for what is over, and does not send what was cancelled', async () => {
    const late = await on.write(to(ANN), {}, 'transactional');
    const cancelled = await on.write(to(ANN, BEN), {}, 'transactional');
    await on.world.db.write((tx) => on.world.smsMessages.cancel(tx, cancelled.messageId));
    await on.clock.advance(Hours(37));
    await on.run(late.messageId);
    await on.run(cancelled.messageId);
    expect(await on.states(late.messageId)).toEqual(['skipped: late']);
    expect(await on.states(cancelled.messageId)).toEqual(['skipped: cancelled', 'skipped: cancelled']);
    expect(await on.stateOf(cancelled.messageId)).toBe('cancelled');
    expect(sentTo()).toEqual([]);
  });

  it('sends nobody anything twice, wherever the process dies, and everybody once in the end', async () => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= 5; at++) {
        const { messageId } = await on.write(to(ANN, BEN), {}, 'transactional');
        on.taken.splice(0);
        const { db, life, died } = mortal(on.world.db, { at, when });
        const sms = {
          ...on.provider,
          send: async (sent: Parameters<typeof on.provider.send>[0]) => {
            if (life.isOver) throw died();
            return on.provider.send(sent);
          },
        };
        await on.run(messageId, on.process({ db, sms })).catch(() => undefined);
        await untilOver(messageId);
        expect([at, when, sentTo(), await on.states(messageId)]).toEqual([at, when, [ANN, BEN], ['sent', 'sent']]);
        await on.world.db.write((tx) => tx.deleteFrom('sms_message').execute());
      }
  });

  it.each(['before it was taken', 'after it was taken'])(
    'looks for what got no answer: the connection ended %s',
    async (when) => {
      const { messageId } = await on.write(to(ANN), {}, 'transactional');
      on.on.send = async (sms) => {
        if (when === 'after it was taken') on.take(sms);
        throw new Error(`socket hang up at ${sms.to}`);
      };
      await on.run(messageId);
      expect(await on.states(messageId)).toEqual(['handing']);
      // Nothing is sent again before it was looked for, and not while that cannot be asked.
      on.on.find = () => Promise.reject(new Error('no route'));
      on.on.send = async (sms) => on.take(sms);
      await on.clock.advance(Minutes(3));
      await on.run(messageId);
      expect(await on.states(messageId)).toEqual(['handing']);
      on.on.find = async () => undefined;
      await untilOver(messageId);
      expect([await on.states(messageId), sentTo()]).toEqual([['sent'], [ANN]]);
    },
  );

  it('takes another text of the same words to the same number for what it is', async () => {
    const first = await on.write(to(ANN), {}, 'transactional');
    await on.run(first.messageId);
    const second = await on.write(to(ANN), {}, 'transactional');
    on.on.send = () => Promise.reject(new Error('no route'));
    await on.run(second.messageId);
    on.on.send = async (sms) => on.take(sms);
    await untilOver(second.messageId);
    expect([await on.states(second.messageId), sentTo()]).toEqual([['sent'], [ANN, ANN]]);
  });

  it('comes later where the provider has too much to do, and never where it refuses', async () => {
    const { messageId } = await on.write(to(ANN, BEN, CAT), {}, 'transactional');
    on.on.send = async ({ to: phone }) => {
      if (phone === ANN) throw new SmsNotNow('429', Minutes(1));
      throw new SmsRefused(phone === BEN ? '21211' : '21610', { isOptOut: phone === CAT });
    };
    await on.run(messageId);
    expect(await on.states(messageId)).toEqual(['waiting', 'failed: 21211', 'opted_out: 21610']);
    on.on.send = async (sms) => on.take(sms);
    await untilOver(messageId);
    const again = await on.write(to(CAT), {}, 'transactional');
    await on.run(again.messageId);
    expect([await on.states(again.messageId), sentTo()]).toEqual([['opted_out'], [ANN]]);
  });

  it('believes what it is told before the answer, twice, late and in any order', async () => {
    const { messageId } = await on.write(to(ANN), {}, 'transactional');
    const providerId = `SM${'a'.repeat(32)}`;
    const word = (state: 'sent' | 'delivered' | 'undelivered', id = providerId) =>
      on.world.db.write((tx) =>
        on.world.whatBecameOfSms(tx, { messageId, seq: 0, providerId: id, state, error: null, isOptOut: false }),
      );
    on.on.send = async () => {
      await word('delivered');
      return { id: providerId, state: 'sent', error: null };
    };
    await on.run(messageId);
    for (const state of ['sent', 'delivered', 'undelivered'] as const) await word(state);
    await word('undelivered', `SM${'b'.repeat(32)}`);
    expect([await on.states(messageId), await on.stateOf(messageId)]).toEqual([['delivered'], 'done']);
  });

  it('names no number and no text in the log', async () => {
    const { messageId } = await on.write(to(ANN), {}, 'transactional');
    on.on.send = ({ to: phone, text }) => Promise.reject(new Error(`${phone} ${text}`));
    await on.run(messageId);
    on.on.find = () => Promise.reject(new Error(ANN));
    await on.clock.advance(Minutes(3));
    await on.run(messageId);
    expect(on.logged).toHaveLength(2);
    expect(on.logged.join()).not.toMatch(/614|pool|Harbour/);
  });

  it('takes no consent of whoever said STOP, until they take it back and agree anew', async () => {
    await on.agree(ANN);
    await on.answer(ANN, 'STOP', 'SM3');
    await expect(on.agree(ANN)).rejects.toMatchObject({ code: 'sms_opted_out' });
    await on.clock.advance(Minutes(1));
    await on.answer(ANN, 'START', 'SM4');
    await on.answer(ANN, 'STOP', 'SM3');
    const marketing = await on.write(to(ANN));
    await on.run(marketing.messageId);
    expect(await on.states(marketing.messageId)).toEqual(['skipped: no_consent']);
    await on.clock.advance(Minutes(1));
    await on.agree(ANN);
    await on.answer(ANN, 'yes', 'SM5');
    const agreed = await on.write(to(ANN));
    await on.run(agreed.messageId);
    expect(await on.states(agreed.messageId)).toEqual(['sent']);
  });
});
