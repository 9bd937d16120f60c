import { Days } from '@gatehouse/shared/time/duration.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { signingWorld } from '../sign-pages/testing/signing-world.ts';

describe.each(ENGINES)('what somebody has signed who is erased, on $name', ({ open }) => {
  let on: Awaited<ReturnType<typeof signingWorld>>;
  beforeAll(async () => {
    on = await signingWorld(await open());
  });
  afterAll(() => on.close());
  const everything = () =>
    on.world.db.read(async (tx) =>
      JSON.stringify([
        await tx.selectFrom('club_user_agreement').selectAll().execute(),
        await tx.selectFrom('cua_event').selectAll().execute(),
        await tx.selectFrom('cua_evidence').selectAll().execute(),
        await tx.selectFrom('cua_restricted').selectAll().execute(),
        await tx.selectFrom('cua_signature').selectAll().execute(),
      ]),
    );
  /** Runs the jobs of one kind that this ordered. */
  const run = async (kind: string, work: (signatureId: string) => Promise<void>) => {
    const jobs = await on.world.db.read((tx) => tx.selectFrom('job').where('kind', '=', kind).selectAll().execute());
    for (const { payload } of jobs) await work(JSON.parse(payload).signatureId);
    return jobs.length;
  };

  it('is sealed and read by order alone, until its limitation has ended; then hashes stay whose salt is gone', async () => {
    const { world } = on;
    const { db, partnerId, facilityId, restrictedSignatures, signedDocuments, objects } = world;
    const ref = { partnerId, facilityId, memberId: 'M-erased' };
    const record = { firstName: 'Mo', lastName: 'Member' };
    await world.members.put([{ ...ref, ...record }]);
    const { signatureId, cuaId } = await on.signed({ subject: { partnerId, memberId: 'M-erased' }, deliver: 'desk' });
    const open_ = await on.ask({}, { subject: { partnerId, memberId: 'M-erased' }, deliver: 'desk' });
    const key = `signed-documents/${signatureId.slice(4)}.pdf`;
    await objects.store.put(key, { bytes: Buffer.from('%PDF-1.7 Mo Member'), type: 'application/pdf' });
    const evidence = await db.read((tx) => world.cuaSigning.evidenceOf(tx, signatureId));
    const { salt } = JSON.parse(evidence ?? '{}');
    expect(await everything()).toContain(salt);
    await db.write((tx) => tx.updateTable('club_user_agreement').set({ email: 'mo@example.com' }).execute());
    const until = on.clock.wallMs();
    expect(await db.write((tx) => restrictedSignatures.store.erase(tx, ref, { until, most: 10 }))).toBe(2);
    expect(await everything()).not.toMatch(/Mo |M-erased|mo@|Ada King|192\.0\.2\.7/);
    expect(await everything()).not.toContain(salt);
    expect([await on.stateOf(cuaId), await on.stateOf(open_.cuaId)]).toEqual(['signed', undefined]);
    expect(await db.write((tx) => restrictedSignatures.store.erase(tx, ref, { until, most: 10 }))).toBe(0);

    expect(await run('signed-documents.seal-away', signedDocuments.sealAway)).toBe(1);
    expect(await objects.store.get(key)).toBeUndefined();
    const sealed = await objects.store.get(key.replace('.pdf', '.sealed'));
    expect(Buffer.from(sealed ?? []).toString()).not.toContain('Mo Member');
    await signedDocuments.sealAway(signatureId);
    expect(Buffer.from((await signedDocuments.openSealed(signatureId)) ?? []).toString()).toBe('%PDF-1.7 Mo Member');
    await signedDocuments.make(signatureId);
    expect(await objects.store.get(key)).toBeUndefined();
    const read = JSON.parse((await db.read((tx) => restrictedSignatures.open(tx, signatureId))) ?? '{}');
    expect(read).toMatchObject({ cuaId, evidence, known: { name: 'Mo Member', member_id: 'M-erased' } });
    expect(read.events).toHaveLength(4);

    const forget = (at: number) => db.write((tx) => restrictedSignatures.forgetBefore(tx, at, 10));
    expect(await forget(until)).toBe(0);
    await on.clock.advance(Days(1));
    expect(await forget(on.clock.wallMs())).toBe(1);
    expect(await run('signed-documents.remove', signedDocuments.remove)).toBe(1);
    expect(await signedDocuments.openSealed(signatureId)).toBeUndefined();
    expect(await db.read((tx) => restrictedSignatures.open(tx, signatureId))).toBeUndefined();
    const left = await db.read((tx) => world.cuaSigning.findSignature(tx, signatureId));
    expect(left?.evidence_sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await db.write((tx) => world.clubUserAgreements.forgetBefore(tx, on.clock.wallMs() + Days(9_999), 10))).toBe(
      0,
    );
  });
});
