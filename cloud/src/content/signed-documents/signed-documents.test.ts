import { createHash } from 'node:crypto';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Documents, StampOf } from '../../kit/documents/documents.ts';
import { signedParts, verdictOf } from '../../kit/documents/testing/check-seal.ts';
import { NoTimeStamp } from '../../kit/documents/time-stamp/time-authority.ts';
import { ObjectStoreError } from '../../kit/objects/object-store.ts';
import { consoleSecrets } from '../../platform/sessions/sessions.module.ts';
import { sha256In, signingWorld } from '../sign-pages/testing/signing-world.ts';
import { createSignedDocuments } from './signed-documents.service.ts';

/** Everything that touches the database or the objects counts as a step; the process dies before or after the nth. */
const mortal = (dies: { readonly at: number; readonly when: 'before' | 'after' }) => {
  let steps = 0;
  let isOver = false;
  return async <T>(step: () => Promise<T>): Promise<T> => {
    steps += 1;
    if (isOver || (steps === dies.at && dies.when === 'before')) {
      isOver = true;
      throw new Error('the process died');
    }
    const value = await step();
    if (steps !== dies.at) return value;
    isOver = true;
    throw new Error('the process died');
  };
};

describe.each(ENGINES)('the file of a signature on $name', ({ name, open }) => {
  let on: Awaited<ReturnType<typeof signingWorld>>;
  beforeAll(async () => {
    on = await signingWorld(await open());
  });
  afterAll(async () => {
    await on.close();
    await on.world.documents.close();
  });
  const signBy = async (asked: Awaited<ReturnType<typeof on.ask>>, by: ReturnType<typeof on.aBrowser>) => {
    const documentSha256 = sha256In((await by.open(asked)).text);
    const form = { act: 'sign', accepted: 'yes', name: 'Ada King', typed: 'yes', documentSha256 };
    return by.post(asked.path, form);
  };
  const signatureOf = async (cuaId: string) => {
    const { id } = await on.world.db.read((tx) =>
      tx.selectFrom('cua_signature').where('cua_id', '=', cuaId).select('id').executeTakeFirstOrThrow(),
    );
    return id;
  };
  const copies = async (email: string) =>
    (await on.mailsTo(email)).filter(({ attachment_key }) => attachment_key !== null);

  it('is made whole or not at all, once, and its copy sent once, wherever the process dies', async () => {
    const { db, objects } = on.world;
    const bytes = Buffer.from('%PDF-1.7 of a test');
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= 4; at++) {
        const { signatureId, email } = await on.signed();
        const deps = {
          ...on.world,
          sendMail: on.world.mail.send,
          partnerUrl: () => 'https://gatehouse.example',
          secrets: consoleSecrets(new Uint8Array(32), systemRandom),
        };
        const life = mortal({ at, when });
        const dying: Pick<Database, 'read' | 'write'> = {
          read: (work) => life(() => db.read(work)),
          write: (work) => life(() => db.write(work)),
        };
        const { store } = objects;
        const put: typeof store.put = (key, object) => life(() => store.put(key, object));
        const documents = { sealedPdf: () => life(async () => bytes) };
        const first = createSignedDocuments({
          ...deps,
          clock: on.clock,
          db: dying,
          objects: { ...store, put },
          documents,
        });
        await first.make(signatureId).catch(() => undefined);
        const [row, mails] = [await db.read((tx) => first.of(tx, signatureId)), await copies(email)];
        expect([at, when, mails.length]).toEqual([at, when, row === undefined ? 0 : 1]);
        const second = createSignedDocuments({
          ...deps,
          clock: on.clock,
          objects: store,
          documents: { sealedPdf: async () => bytes },
        });
        await Promise.all([second.make(signatureId), second.make(signatureId)]);
        const made = (await db.read((tx) => second.of(tx, signatureId))) ?? expect.fail('it was not made');
        expect(made.pdf_sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect([at, when, (await copies(email)).length]).toEqual([at, when, 1]);
        expect(await second.bytes(made)).toEqual(bytes);
      }
  });

  it('has one time stamp in its seal whoever makes it and wherever they die, though no two of an authority are alike', async () => {
    const { db, objects } = on.world;
    let stamps = 0;
    const stamp = async (sha256: Uint8Array) => {
      stamps += 1;
      return { token: Buffer.concat([sha256, Buffer.from([stamps])]), atMs: stamps, by: `Authority ${stamps}` };
    };
    const seal = createHash('sha256').update('the seal').digest();
    const documents: Pick<Documents, 'sealedPdf'> = {
      sealedPdf: async (_, stampOf) => Buffer.concat([Buffer.from('%PDF'), (await stampOf?.(seal)) ?? Buffer.alloc(0)]),
    };
    const common = {
      ...on.world,
      clock: on.clock,
      documents,
      sendMail: on.world.mail.send,
      partnerUrl: () => 'https://gatehouse.example',
      secrets: consoleSecrets(new Uint8Array(32), systemRandom),
    };
    const sound = createSignedDocuments({ ...common, objects: objects.store, timeAuthority: { stamp } });
    for (let at = 1; at <= 7; at++) {
      const { signatureId } = await on.signed();
      const life = mortal({ at, when: 'after' });
      const dying: Pick<Database, 'read' | 'write'> = {
        read: (work) => life(() => db.read(work)),
        write: (work) => life(() => db.write(work)),
      };
      const first = createSignedDocuments({
        ...common,
        db: dying,
        objects: { ...objects.store, put: (key, object) => life(() => objects.store.put(key, object)) },
        timeAuthority: { stamp: (sha256) => life(() => stamp(sha256)) },
      });
      await first.make(signatureId).catch(() => undefined);
      await Promise.all([sound.make(signatureId), sound.make(signatureId)]);
      const made = (await db.read((tx) => sound.of(tx, signatureId))) ?? expect.fail('it was not made');
      const kept = await db.read((tx) => tx.selectFrom('seal_stamp').selectAll().executeTakeFirstOrThrow());
      const bytes = (await sound.bytes(made)) ?? expect.fail('there is no file');
      expect([at, createHash('sha256').update(bytes).digest('hex')]).toEqual([at, made.pdf_sha256]);
      expect(Buffer.from(bytes).subarray(4).toString('base64')).toBe(kept.token);
      expect([made.stamped_by, Number(made.stamped_at)]).toEqual([kept.stamped_by, Number(kept.stamped_at)]);
      await sound.remove(signatureId);
      expect(await db.read((tx) => tx.selectFrom('seal_stamp').selectAll().execute())).toEqual([]);
    }
  });

  it('waits while the authority does not stamp it, and neither the signature nor the order of its file is lost', async () => {
    const { db, objects } = on.world;
    const { signatureId, cuaId } = await on.signed();
    let isAway = true;
    const deps = {
      ...on.world,
      clock: on.clock,
      objects: objects.store,
      sendMail: on.world.mail.send,
      partnerUrl: () => 'https://gatehouse.example',
      secrets: consoleSecrets(new Uint8Array(32), systemRandom),
      documents: {
        sealedPdf: async (_: unknown, stampOf?: StampOf) => (await stampOf?.(Buffer.alloc(32))) ?? Buffer.alloc(1),
      },
      timeAuthority: {
        stamp: async () => {
          if (isAway) throw new NoTimeStamp('the authority refuses');
          return { token: Buffer.from('token'), atMs: 7, by: 'Authority' };
        },
      },
    };
    const service = createSignedDocuments(deps);
    await expect(service.make(signatureId)).rejects.toThrow('refuses');
    expect(await db.read((tx) => service.of(tx, signatureId))).toBeUndefined();
    expect(await on.stateOf(cuaId)).toBe('signed');
    isAway = false;
    await service.make(signatureId);
    expect(await db.read((tx) => service.of(tx, signatureId))).toMatchObject({ stamped_by: 'Authority' });
    await service.remove(signatureId);
  });

  it('stays as it was made, whatever statement says otherwise, and is read once its store answers', async () => {
    const { db, objects } = on.world;
    const { signatureId } = await on.signed();
    const bytes = Buffer.from('%PDF-1.7 of a test');
    const service = createSignedDocuments({
      ...on.world,
      clock: on.clock,
      objects: objects.store,
      documents: { sealedPdf: async () => bytes },
      sendMail: on.world.mail.send,
      partnerUrl: () => 'https://gatehouse.example',
      secrets: consoleSecrets(new Uint8Array(32), systemRandom),
    });
    await service.make(signatureId);
    const made = await db.read((tx) => service.of(tx, signatureId));
    for (const change of [{ pdf_sha256: '0'.repeat(64) }, { pdf_key: 'elsewhere' }, { made_at: 1 }, { bytes: 1 }])
      await expect(db.write((tx) => tx.updateTable('signed_document').set(change).execute())).rejects.toThrow();
    expect(await db.read((tx) => service.of(tx, signatureId))).toEqual(made);
    objects.failures.push(new ObjectStoreError('away'));
    await expect(service.bytes(made ?? expect.fail())).rejects.toMatchObject({ code: 'document_not_there' });
    expect(await service.bytes(made ?? expect.fail())).toEqual(bytes);
    await service.remove(signatureId);
  });

  // By the thread itself, once: the file is the same on either engine.
  if (name === 'sqlite')
    it('is ordered with the signature, sealed, and saved by whoever has shown the code', async () => {
      const asked = await on.ask();
      const browser = on.aBrowser();
      const page = await signBy(asked, browser);
      const { path, email } = asked;
      const signatureId = await signatureOf(asked.cuaId);
      expect(page.text).toContain('being made');
      expect((await browser.get(`${path}/document.pdf`)).status).toBe(404);
      const ordered = await on.world.db.read((tx) =>
        tx
          .selectFrom('job')
          .where('kind', '=', 'signed-documents.make')
          .where('key', '=', signatureId)
          .selectAll()
          .execute(),
      );
      expect(ordered).toHaveLength(1);
      await on.world.signedDocuments.make(signatureId);
      const again = await browser.get(path);
      expect(again.text).toContain(`${path}/document.pdf`);
      const file = await browser.get(`${path}/document.pdf`);
      expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
        200,
        'application/pdf',
        'no-store',
      ]);
      expect(file.headers['content-disposition']).toBe(`attachment; filename=${signatureId}.pdf`);
      on.world.objects.failures.push(new ObjectStoreError('away'));
      const away = await browser.get(`${path}/document.pdf`);
      expect([away.status, away.headers['retry-after']]).toEqual([503, '5']);
      const { covered, cms } = signedParts(file.bytes);
      expect(verdictOf(covered, cms)).toBe('intact');
      const [mail] = await copies(email);
      expect(mail).toMatchObject({ attachment_name: `${signatureId}.pdf`, subject: 'What you have signed: Waiver' });
      expect(mail?.text_body).toContain(createHash('sha256').update(file.bytes).digest('hex'));
      expect((await on.aBrowser().get(`${path}/document.pdf`)).bytes.subarray(0, 5).toString()).not.toBe('%PDF-');
    });
});
