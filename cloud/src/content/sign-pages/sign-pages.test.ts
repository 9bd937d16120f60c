import { createHash } from 'node:crypto';
import { Days, Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { endingProcess } from '../../testing/ending-process.ts';
import { everything } from '../../testing/everything.ts';
import { sha256In, signingWorld } from './testing/signing-world.ts';

const HOSTILE = `</form><script>alert(1)</script>"'><img src=x onerror=alert(1)>\u202e`;
const TYPED = { act: 'sign', accepted: 'yes', name: 'Ada King', typed: 'yes' };
const NOWHERE = 'leads nowhere';

describe.each(ENGINES)('a link to sign on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof signingWorld>>;
  beforeAll(async () => {
    on = await signingWorld(await open());
  });
  afterAll(() => on.close());
  const evidenceOf = async (cuaId: string) => {
    const row = await on.world.db.read((tx) =>
      tx
        .selectFrom('cua_signature')
        .innerJoin('cua_evidence', 'signature_id', 'id')
        .where('cua_id', '=', cuaId)
        .selectAll()
        .executeTakeFirstOrThrow(),
    );
    return { row, evidence: JSON.parse(row.evidence) };
  };

  it('is viewed once its code was shown, and signed by a typed name, with evidence that the audit has the hash of', async () => {
    const asked = await on.ask({ body: 'I may get hurt.' });
    const browser = on.aBrowser();
    const first = await browser.get(asked.path);
    expect(first).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
    expect(first.text).toContain('Harbour Gym asks you');
    expect(first.text).not.toMatch(/hurt|Waiver|Ada/);
    expect(await on.stateOf(asked.cuaId)).toBe('sent');
    const page = await browser.open(asked);
    expect(page.text).toContain('I may get hurt.');
    expect([await on.stateOf(asked.cuaId), (await on.audited('cua.viewed')).length]).toEqual(['viewed', 1]);
    const documentSha256 = sha256In(page.text);
    expect((await browser.post(asked.path, { ...TYPED, typed: '', documentSha256 })).status).toBe(422);
    expect((await browser.post(asked.path, { ...TYPED, documentSha256: 'f'.repeat(64) })).text).toContain(
      'has changed',
    );
    expect((await browser.post(asked.path, { ...TYPED, documentSha256 })).text).toContain('Thank you');
    const { row, evidence } = await evidenceOf(asked.cuaId);
    expect(row.evidence_sha256).toBe(createHash('sha256').update(row.evidence).digest('hex'));
    expect(evidence).toMatchObject({
      document: { sha256: documentSha256, title: 'Waiver' },
      statement: 'I have read this document, and I sign it.',
      signer: { askedAs: 'Ada Byron', name: 'Ada King' },
      typed: true,
      drawing: null,
      signedAtLocal: '2026-03-01T22:00:00.000+10:00',
      cameBy: { userAgent: 'Browser of Ada', remoteAddress: '127.0.0.1', code: { sentTo: asked.email } },
    });
    expect(evidence.salt).toMatch(/^[0-9a-f]{64}$/);
    const [audited] = await on.audited('cua.signed');
    expect(audited).toMatchObject({ site: on.world.facilityId, realm: on.world.orgId, actor: `signer:${asked.cuaId}` });
    expect(audited?.target).toContain(row.evidence_sha256);
    const { events, isWhole } = await on.world.db.read((tx) => on.world.clubUserAgreements.timeline(tx, asked.cuaId));
    expect([events.map(({ kind }) => kind), isWhole]).toEqual([['created', 'sent', 'viewed', 'signed'], true]);
    await on.world.db
      .write((tx) => tx.updateTable('cua_evidence').set({ evidence: '{}' }).execute())
      .catch(() => undefined);
    expect((await evidenceOf(asked.cuaId)).evidence).toEqual(evidence);
    const again = await browser.post(asked.path, { ...TYPED, documentSha256 });
    expect(again.text).toContain('Thank you');
    expect(await on.audited('cua.signed')).toHaveLength(1);
    const told = await on.world.db.read((tx) =>
      tx.selectFrom('operator_event').where('type', '=', 'cua.signed').select('data').execute(),
    );
    expect(told.map(({ data }) => JSON.parse(data).signatureId)).toEqual([row.id]);
  });

  it('takes a drawing of 5,000 points at most, and none that is anything else', async () => {
    const asked = await on.ask();
    const browser = on.aBrowser();
    const documentSha256 = sha256In((await browser.open(asked)).text);
    const drawn = (points: number) => ({
      ...{ act: 'sign', accepted: 'yes', name: 'Ada King', documentSha256 },
      drawing: JSON.stringify({ width: 600, height: 200, strokes: [Array(points * 3).fill(7)] }),
    });
    for (const form of [drawn(5_001), { ...drawn(1), drawing: '{"width":1' }, { ...drawn(1), drawing: '<svg>' }])
      expect((await browser.post(asked.path, form)).status).toBe(422);
    expect((await browser.post(asked.path, drawn(5_000))).text).toContain('Thank you');
    expect((await evidenceOf(asked.cuaId)).evidence.drawing.strokes[0]).toHaveLength(15_000);
  });

  it('is signed once, however many do so at once', async () => {
    const asked = await on.ask();
    const documentSha256 = sha256In((await on.aBrowser().open(asked)).text);
    const { db, cuaSigning } = on.world;
    const linkHash = createHash('sha256').update(asked.path.slice('/sign/'.length)).digest('hex');
    const signing = { documentSha256, name: 'Ada King', typed: true, asGuardian: false };
    const came = { remoteAddress: '::1', userAgent: null, requestId: 'req', codeAt: null };
    const all = await Promise.all(
      Array.from({ length: 64 }, () => db.write((tx) => cuaSigning.sign(tx, linkHash, signing, came))),
    );
    expect(all.filter(({ outcome }) => outcome === 'signed')).toHaveLength(1);
    expect((await evidenceOf(asked.cuaId)).evidence.signer.name).toBe('Ada King');
  });

  it('is declined, and looked at no more', async () => {
    const asked = await on.ask({ body: 'Secret clause' });
    const browser = on.aBrowser();
    await browser.open(asked);
    const declined = await browser.post(asked.path, { act: 'decline' });
    expect([declined.text.includes('You have declined'), declined.text.includes('Secret clause')]).toEqual([
      true,
      false,
    ]);
    expect([await on.stateOf(asked.cuaId), (await on.audited('cua.declined')).length]).toEqual(['declined', 1]);
    expect((await browser.post(asked.path, { ...TYPED, documentSha256: '' })).text).toContain('You have declined');
  });

  it('is signed whole or not at all, wherever the process ends', async () => {
    const opened = await open();
    const ending = endingProcess(opened);
    const its = await signingWorld({ ...opened, ...ending.db });
    const asked = await its.ask();
    const browser = its.aBrowser();
    const form = { ...TYPED, documentSha256: sha256In((await browser.open(asked)).text) };
    const before = await everything(opened);
    let died = 0;
    for (; ; died++) {
      ending.endAfter(died);
      const { status } = await browser.post(asked.path, form);
      ending.endAfter(Number.POSITIVE_INFINITY);
      if (status === 200) break;
      expect([status, await everything(opened)]).toEqual([500, before]);
    }
    expect(died).toBeGreaterThan(3);
    expect(await its.stateOf(asked.cuaId)).toBe('signed');
    await its.close();
  });

  it('leads nowhere once it has ended, whichever way, as one that there never was', async () => {
    const { clubUserAgreements, db } = on.world;
    const came = { by: 'test', remoteAddress: '::1', userAgent: null };
    const withdrawn = await on.ask();
    const resent = await on.ask();
    const archived = await on.ask();
    const late = await on.ask();
    const reader = on.aBrowser();
    for (const asked of [withdrawn, resent, archived, late]) await reader.open(asked);
    for (const [{ cuaId }, action] of [
      [withdrawn, 'withdraw'],
      [resent, 'resend'],
    ] as const)
      await db.write(async (tx) => {
        const row = await clubUserAgreements.find(tx, cuaId);
        if (row !== undefined) await clubUserAgreements.change(tx, row, { action }, came);
      });
    await db.write((tx) =>
      tx.updateTable('agreement').set({ state: 'archived' }).where('id', '=', archived.agreementId).execute(),
    );
    await on.clock.advance(Days(14));
    const answers = [];
    for (const path of [`/sign/${'0'.repeat(64)}`, withdrawn.path, resent.path, archived.path, late.path, '/sign/x'])
      for (const answer of [await reader.get(path), await reader.post(path, { act: 'open', code: '' })])
        answers.push([answer.status, answer.text]);
    expect(answers[0]?.[1]).toContain(NOWHERE);
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.[0]).toBe(404);
  });

  it('asks for a code again after an hour, and takes no proof of another link or browser', async () => {
    const [one, other] = [await on.ask(), await on.ask()];
    const browser = on.aBrowser();
    await browser.open(one);
    const proof = browser.cookies.get(`__Host-read-${one.cuaId}`) ?? '';
    browser.cookies.set(`__Host-read-${other.cuaId}`, proof);
    expect((await browser.get(other.path)).text).toContain('Send me the code');
    expect((await on.aBrowser().get(one.path)).text).toContain('Send me the code');
    await on.clock.advance(Hours(1));
    expect((await browser.post(one.path, { ...TYPED, documentSha256: '' })).status).toBe(422);
    expect((await browser.get(one.path)).text).toContain('Send me the code');
    const stranger = on.aBrowser();
    await stranger.post(one.path, { act: 'code' });
    const code = await on.codeFor(one.email);
    const wrong = await browser.post(one.path, { act: 'open', code });
    expect([wrong.status, wrong.text.includes('has ended')]).toEqual([422, true]);
    for (let left = 4; left >= 0; left--)
      expect((await stranger.post(one.path, { act: 'open', code: '1' })).text).toContain(`Tries left: ${left}.`);
    expect((await stranger.post(one.path, { act: 'open', code })).text).toContain('has ended');
  });

  it('sends three codes in a quarter of an hour, and says when there are more', async () => {
    const asked = await on.ask();
    const browser = on.aBrowser();
    for (let turn = 0; turn < 3; turn++) expect((await browser.post(asked.path, { act: 'code' })).status).toBe(200);
    expect(await browser.post(asked.path, { act: 'code' })).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await on.clock.advance(Minutes(15));
    expect((await browser.post(asked.path, { act: 'code' })).status).toBe(200);
  });

  it('is opened at the desk by a button, by whoever was asked or their guardian', async () => {
    const asked = await on.ask(
      { requirement: 'checkbox', cua: { signers: 'person-or-guardian', validityDays: 30 } },
      { deliver: 'desk' },
    );
    const browser = on.aBrowser();
    expect((await browser.post(asked.path, { act: 'code' })).text).not.toContain('code');
    const page = await browser.post(asked.path, { act: 'open' });
    const form = { act: 'sign', accepted: 'yes', guardian: 'yes', documentSha256: sha256In(page.text) };
    expect((await browser.post(asked.path, form)).text).toContain('Thank you');
    const { evidence } = await evidenceOf(asked.cuaId);
    expect(evidence).toMatchObject({
      signer: { name: 'Ada Byron', asGuardian: true },
      cameBy: { code: null, link: { deliveredBy: 'desk' } },
    });
    const row = await on.world.db.read((tx) => on.world.clubUserAgreements.find(tx, asked.cuaId));
    expect(row?.ends_on).toBe(new Date(on.clock.wallMs() + Hours(10) + Days(30)).toISOString().slice(0, 10));
  });

  it('leaves nothing of hostile texts but text, and no log has a token or an address', async () => {
    const asked = await on.ask(
      { title: HOSTILE, body: `${HOSTILE}\n\n[a](javascript:alert(1)) ![x](https://elsewhere.example/x.png)` },
      { subject: { name: HOSTILE, email: 'hostile@example.com' } },
    );
    const browser = on.aBrowser();
    const page = await browser.open(asked);
    expect(page.status).toBe(200);
    for (const text of [page.text, (await browser.post(asked.path, { act: 'decline' })).text])
      expect(text).not.toMatch(/<script(?! src="\/sign\/)|<img|onerror="|javascript:(?=[^<]*")|src="https|\u202e/i);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
    const logs = JSON.stringify([on.kit.requested, on.kit.logged, await on.audited('cua.viewed')]);
    expect(logs).not.toMatch(/[0-9a-f]{64}|@example/);
    expect(logs).toContain('/sign/[key]');
  });
});
