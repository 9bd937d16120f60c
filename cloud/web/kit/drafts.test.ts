import { Days, Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { createDraftKeeping } from './draft-keeping.ts';
import { createDrafts } from './drafts.ts';

/** As much of a browser's storage as is used: its keys are its own. */
const aStorage = () =>
  Object.create(
    {
      getItem(this: Record<string, string>, name: string) {
        return Object.hasOwn(this, name) ? this[name] : null;
      },
      setItem(this: Record<string, string>, name: string, text: string) {
        this[name] = text;
      },
      removeItem(this: Record<string, string>, name: string) {
        delete this[name];
      },
    },
    {},
  ) as Storage;

const PLACE = { owner: 'usr_1', page: '/ops/webhooks', form: 'new' };

describe('drafts', () => {
  const made = () => {
    const clock = new ManualClock();
    const storage = aStorage();
    const kept = { storage: () => storage, wallMs: () => clock.wallMs() };
    return { clock, storage, drafts: { ...createDrafts(kept), ...createDraftKeeping(kept) } };
  };

  it('are there again for whoever typed them, on that page and in that form alone', () => {
    const { drafts } = made();
    drafts.write(PLACE, { url: 'https://a.example', isOn: true });
    expect(drafts.read(PLACE)?.fields).toEqual({ url: 'https://a.example', isOn: true });
    for (const other of [{ owner: 'usr_' }, { owner: 'usr_1 /ops' }, { page: '/ops' }, { form: 'old' }])
      expect(drafts.read({ ...PLACE, ...other })).toBeUndefined();
    drafts.remove(PLACE);
    expect(drafts.read(PLACE)).toBeUndefined();
  });

  it('keep nothing that is called like a secret, whatever a form asks for', () => {
    const { drafts, storage } = made();
    const secret = 'S3CRET';
    for (const name of [
      'password',
      'clientSecret',
      'pin',
      'newPin',
      'key',
      'privateKey',
      'code',
      'token',
      'cardNumber',
    ])
      drafts.write({ ...PLACE, form: name }, { [name]: secret, note: 'kept', keyLabel: 'kept', countryCode: 'kept' });
    expect(JSON.stringify(storage)).not.toContain(secret);
    expect(JSON.stringify(storage)).toContain('countryCode');
    drafts.write(PLACE, { rows: [{ note: 'kept', pin: secret }], of: { clientSecret: secret, label: 'kept' } });
    expect(JSON.stringify(storage)).not.toContain(secret);
    expect(drafts.read(PLACE)?.fields).toEqual({ rows: [{ note: 'kept' }], of: { label: 'kept' } });
  });

  it('go after a day, and with anybody else who comes', async () => {
    const { drafts, storage, clock } = made();
    drafts.write(PLACE, { a: 'x' });
    drafts.write({ ...PLACE, owner: 'usr_2' }, { a: 'x' });
    storage.setItem('gatehouse.look', '{}');
    drafts.keepOnly('usr_1');
    expect(Object.keys(storage)).toHaveLength(2);
    await clock.advance(Milliseconds(Days(1) - 1));
    expect(drafts.read(PLACE)).toBeDefined();
    await clock.advance(Milliseconds(1));
    expect(drafts.read(PLACE)).toBeUndefined();
    drafts.keepOnly('usr_1');
    expect(Object.keys(storage)).toEqual(['gatehouse.look']);
    drafts.write(PLACE, { a: 'x' });
    drafts.clear();
    expect(Object.keys(storage)).toEqual(['gatehouse.look']);
  });

  it('are none where a browser keeps nothing, where one is too long, and where what is there is none', () => {
    const { drafts, storage } = made();
    drafts.write(PLACE, { text: 'short' });
    drafts.write(PLACE, { text: 'x'.repeat(400_000) });
    expect(Object.keys(storage)).toEqual([]);
    drafts.write(PLACE, { text: 'x' });
    storage.setItem(Object.keys(storage)[0] ?? '', '{oops');
    expect(drafts.read(PLACE)).toBeUndefined();
    drafts.keepOnly('usr_1');
    expect(Object.keys(storage)).toEqual([]);
    const forbidden = {
      storage: () => {
        throw new Error('forbidden');
      },
      wallMs: () => 0,
    };
    const none = { ...createDrafts(forbidden), ...createDraftKeeping(forbidden) };
    none.write(PLACE, { a: 'x' });
    none.keepOnly('usr_1');
    expect(none.read(PLACE)).toBeUndefined();
  });
});
