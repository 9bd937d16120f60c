import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { aDoor, aGate, at, SAM, wish } from './wiring.kit.ts';

const SIDE = 'door_side000000000000' as DoorId;
const FRONT = aDoor({ rex: at(5), fire: at(6) });
const OTHER = aDoor({ relay: at(7), rex: at(5), fire: at(6) });

describe('a wiring that the cloud sends', () => {
  let box: ReturnType<typeof aGate>;
  afterEach(() => box.close());
  /** A box that has driven its door for long. */
  const confirmed = async (door: DoorConfig = FRONT) => {
    box = aGate([door]);
    await box.gate().apply(wish([door]), 'store');
  };
  const confirm = (hash: string, more = {}) => box.gate().confirm({ hash, who: SAM, ...more });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );

  it.each<readonly [string, Partial<DoorConfig>]>([
    ['relay', { relay: at(7) }],
    ['polarity', { relayEnergisedMeans: 'locked' }],
    ['profile', { profile: 'magnet' }],
    ['evidence', { evidence: { kind: 'command-only' } }],
    ['exit button', { rex: null }],
    ['exit button’s sense', { rex: { ...at(5), activeMeans: 'released' } }],
    ['fire input', { fire: null }],
    ['key switch', { keySwitch: { ...at(9), mode: 'force-open' } }],
  ])('and that has another %s waits for a person, while names and times count at once', async (_what, change) => {
    await confirmed();
    const wanted = { ...FRONT, ...change, name: 'Main door', holdSeconds: 9 };
    await box.gate().apply(wish([wanted]), 'cloud');
    expect(box.driven()).toEqual([{ ...FRONT, name: 'Main door', holdSeconds: 9 }]);
    expect(box.gate().report()).toMatchObject({
      inForce: wish([FRONT]).hash,
      waiting: { hash: wish([wanted]).hash, rejected: false },
    });
    await confirm(box.waiting() ?? '');
    await box.gate().apply(wish([wanted]), 'cloud');
    expect(box.driven()).toEqual([wanted]);
    expect(box.gate().report()).toEqual({ inForce: wish([wanted]).hash, waiting: null });
  });

  it('and that only names, times or the order of doors differ in waits for nobody', async () => {
    const side = aDoor({ doorId: SIDE, relay: at(3) });
    box = aGate([FRONT, side]);
    await box.gate().apply(wish([side, { ...FRONT, name: 'Main', heldOpenSeconds: 60 }]), 'cloud');
    expect(box.gate().standing()).toBeUndefined();
    expect(box.driven().map(({ name }) => name)).toEqual([side.name, 'Main']);
  });

  it('and in which staff answer for something else waits too, once the box knows what they answered for', async () => {
    await confirmed();
    const answering = { acknowledged: { [FRONT.doorId]: ['input_shared'] } };
    await box.gate().apply(wish([FRONT], answering), 'cloud');
    expect(box.asked()).toBe(wish([FRONT], answering).hash);
  });

  it('and that adds, removes or swaps doors is taken as a whole or not at all: no relay is ever driven by two', async () => {
    const side = aDoor({ doorId: SIDE, relay: at(3) });
    await confirmed();
    await box.gate().apply(
      wish([
        { ...FRONT, relay: at(3) },
        { ...side, relay: FRONT.relay },
      ]),
      'cloud',
    );
    expect(box.driven()).toEqual([FRONT]);
    await box.gate().apply(wish([side]), 'cloud');
    expect(box.driven()).toEqual([FRONT]);
    await confirm(box.waiting() ?? '');
    await box.gate().apply(wish([side]), 'cloud');
    expect(box.driven()).toEqual([side]);
  });

  it('and that replaces one that waits is what is confirmed; a confirmation of the older one is refused', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    const first = box.waiting() ?? '';
    await box.gate().apply(wish([{ ...OTHER, rex: null }]), 'cloud');
    expect(await refusal(confirm(first))).toBe('wiring.changed');
    expect(await refusal(box.gate().reject({ hash: first, who: SAM }))).toBe('wiring.changed');
    expect([box.driven(), box.journalled]).toEqual([[FRONT], []]);
    expect(await refusal(confirm(box.waiting() ?? ''))).toBe('taken');
  });

  it('is confirmed as it was shown, whatever the cloud calls it: another one by the same hash, or by other names', async () => {
    await confirmed();
    const { hash } = wish([OTHER]);
    await box.gate().apply(wish([OTHER]), 'cloud');
    const shown = box.waiting() ?? '';
    for (const next of [
      { ...OTHER, rex: null },
      { ...OTHER, name: 'Back door' },
    ]) {
      await box.gate().apply(wish([next], { hash }), 'cloud');
      expect(box.asked()).toBe(hash);
      expect(await refusal(confirm(shown))).toBe('wiring.changed');
    }
    expect([box.driven(), box.journalled]).toEqual([[{ ...FRONT, name: 'Back door' }], []]);
  });

  it('and that goes back to what was confirmed ends the wait', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    await box.gate().apply(wish([FRONT]), 'cloud');
    expect([box.gate().standing(), box.driven()]).toEqual([undefined, [FRONT]]);
  });

  it('waits over restarts with its time, and offline: the store brings the doors to what was confirmed', async () => {
    await confirmed();
    await box.clock.advance(Minutes(5));
    await box.gate().apply(wish([OTHER]), 'cloud');
    const since = box.gate().standing()?.waiting.sinceMs;
    await box.clock.advance(Minutes(60));
    box.restart();
    await box.gate().apply(wish([OTHER], { revision: 7 }), 'store');
    expect(box.driven()).toEqual([FRONT]);
    expect(box.gate().standing()?.waiting).toMatchObject({ sinceMs: since, revision: 1 });
  });

  it('is a fact once it is confirmed, by whom, and asking again changes nothing', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    const hash = box.waiting() ?? '';
    await confirm(hash);
    await confirm(hash);
    expect(box.journalled).toEqual([
      {
        kind: 'wiring.confirmed',
        data: {
          decisionId: expect.any(String),
          wiring: wish([OTHER]).hash,
          revision: 1,
          by: 'Sam Okoro',
          staffId: 'staff_sam',
        },
      },
    ]);
  });

  it('is a fact once it is rejected; the doors stay, it is told, and may be confirmed after all', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    const hash = box.waiting() ?? '';
    await box.gate().reject({ hash, who: SAM });
    await box.gate().reject({ hash, who: SAM });
    box.restart();
    await box.gate().apply(wish([OTHER], { revision: 9 }), 'store');
    expect([box.driven(), box.gate().report()?.waiting]).toMatchObject([
      [FRONT],
      { hash: wish([OTHER]).hash, rejected: true },
    ]);
    await confirm(hash);
    expect(box.journalled.map(({ kind }) => kind)).toEqual(['wiring.rejected', 'wiring.confirmed']);
  });

  it('counts at once for a box of the release before as far as that drove it, whatever it knows of what was answered for', async () => {
    box = aGate();
    await box.gate().apply(wish([FRONT], { acknowledged: null, hash: undefined }), 'store');
    expect([box.driven(), box.gate().report()]).toEqual([[FRONT], { inForce: null, waiting: null }]);
    await box.gate().apply(wish([FRONT], { acknowledged: { [FRONT.doorId]: ['input_shared'] } }), 'cloud');
    expect(box.gate().report()?.waiting).toBeNull();
  });

  it('is taken by a new box with its claim, once, and by no other box that drives nothing', async () => {
    box = aGate();
    await box.gate().apply(wish([]), 'cloud');
    box.gate().claimed();
    await box.clock.advance(Minutes(8));
    await box.gate().apply(wish([FRONT]), 'cloud');
    await box.gate().apply(wish([FRONT, aDoor({ doorId: SIDE, relay: at(3) })]), 'cloud');
    expect(box.driven()).toEqual([FRONT]);
    // Claimed to the wrong gym: it lets go of everything there, and goes on.
    await box.gate().apply(wish([]), 'cloud');
    expect([box.driven(), box.gate().standing()]).toEqual([[], undefined]);
    for (const late of [true, false]) {
      box.close();
      box = aGate();
      if (late) box.gate().claimed();
      await box.clock.advance(Minutes(11));
      await box.gate().apply(wish([FRONT]), 'cloud');
      expect(box.driven()).toEqual([]);
    }
  });

  it('of another facility waits, where the box went there without a claim', async () => {
    await confirmed();
    box.gate().forget();
    await box.gate().apply(wish([FRONT]), 'cloud');
    expect([box.driven(), box.asked()]).toEqual([[], wish([FRONT]).hash]);
  });

  it.each(['hold', 'exit', 'fire', 'open'] as const)(
    'does not lock a door under anybody unasked: while %s releases it, confirming asks once more',
    async (demanded) => {
      await confirmed();
      await box.gate().apply(wish([OTHER]), 'cloud');
      box.fake.demanded = { [FRONT.doorId]: demanded };
      const hash = box.waiting() ?? '';
      expect(await refusal(confirm(hash))).toBe('wiring.door_in_use');
      expect([box.waiting(), box.journalled]).toEqual([hash, []]);
      expect(await refusal(confirm(hash, { anyway: true }))).toBe('taken');
    },
  );
  it('asks nothing of a door that is in use and stays as it is wired', async () => {
    const side = aDoor({ doorId: SIDE, relay: at(3) });
    await confirmed();
    await box.gate().apply(wish([FRONT, side]), 'cloud');
    box.fake.demanded = { [FRONT.doorId]: 'hold' };
    expect(await refusal(confirm(box.waiting() ?? ''))).toBe('taken');
  });

  it('is not confirmed where the disk takes nothing: it would be lost with the next power cut', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    box.disk().full = true;
    expect(await refusal(confirm(box.waiting() ?? ''))).toBe('wiring.not_kept');
    expect([box.asked(), box.journalled]).toEqual([wish([OTHER]).hash, []]);
  });

  it('that was confirmed is journalled by the same id after a power cut in between', async () => {
    await confirmed();
    await box.gate().apply(wish([OTHER]), 'cloud');
    box.journal.hanging = true;
    void confirm(box.waiting() ?? '');
    await Promise.resolve();
    box.restart();
    box.journal.hanging = false;
    box.journal.failing = true;
    await box.gate().state();
    expect(box.journalled).toEqual([]);
    box.journal.failing = false;
    await box.gate().state();
    await box.gate().state();
    expect(box.journalled.map(({ kind }) => kind)).toEqual(['wiring.confirmed']);
    await box.gate().apply(wish([OTHER]), 'store');
    expect(box.driven()).toEqual([OTHER]);
  });
});
