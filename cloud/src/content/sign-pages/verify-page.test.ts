import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { signingWorld } from './testing/signing-world.ts';

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(ENGINES)('whether a file is ours, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof signingWorld>>;
  beforeAll(async () => {
    on = await signingWorld(await open());
  });
  afterAll(() => on.close());

  it('is answered by its hash alone, with when it was signed; one changed byte makes it somebody else’s', async () => {
    const file = Buffer.from('%PDF-1.7 what was signed');
    const row = { signature_id: 'sig_1', pdf_key: 'x', bytes: file.length, made_at: 0 };
    const signed_at = on.clock.wallMs();
    await on.world.db.write((tx) =>
      tx
        .insertInto('signed_document')
        .values({ ...row, signed_at, pdf_sha256: sha256Of(file) })
        .execute(),
    );
    const browser = on.aBrowser();
    const ask = (sha256: string) => browser.post('/verify', { sha256 });
    const first = await browser.get('/verify');
    expect([first.status, first.headers['content-security-policy']]).toEqual([200, expect.stringContaining("'none'")]);
    const ours = await ask(` ${sha256Of(file).toUpperCase()}\n`);
    expect(ours.text).toContain('<strong>Yes.</strong>');
    expect(ours.text).toContain('2026-03-01T12:00:00.000Z');
    expect(ours.text).not.toMatch(/sig_1|[0-9a-f]{64}/);
    expect(ours.text).not.toContain('time stamp');
    const changed = Buffer.from(file);
    changed[9] = 0x20;
    expect((await ask(sha256Of(changed))).text).toContain('<strong>No.</strong>');
    expect((await ask('"><script>')).status).toBe(422);
    expect([...browser.cookies]).toEqual([]);
  });

  it('says who else saw its seal, and when, whatever those are called', async () => {
    const file = Buffer.from('%PDF-1.7 what was stamped');
    const row = { signature_id: 'sig_2', pdf_key: 'y', bytes: file.length, made_at: 0, signed_at: on.clock.wallMs() };
    const stamp = { stamped_by: '<b>Authority</b> & Söhne', stamped_at: on.clock.wallMs() + 5_000 };
    await on.world.db.write((tx) =>
      tx
        .insertInto('signed_document')
        .values({ ...row, ...stamp, pdf_sha256: sha256Of(file) })
        .execute(),
    );
    const { text } = await on.aBrowser().post('/verify', { sha256: sha256Of(file) });
    expect(text).toContain('has a time stamp');
    expect(text).toContain(new Date(stamp.stamped_at).toISOString());
    expect(text).toContain('&#60;b&#62;Authority&#60;/b&#62; &#38; Söhne');
  });
});
