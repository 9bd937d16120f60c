import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { memoryKit } from '../../../kit/http/testing/memory-kit.ts';
import { serve } from '../../../kit/http/testing/serve.ts';
import { hashOf } from '../../../platform/sessions/sessions.module.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../../testing/world.ts';
import { anAgreement } from '../../agreements/testing/agreements.cases.ts';
import type { NewCua } from '../../club-user-agreements/club-user-agreements.service.ts';

type Given = NonNullable<Parameters<typeof anAgreement>[1]>;
const CAME = { by: 'test', remoteAddress: '::1', userAgent: null };

/** A gym that asks people to sign, with the pages of its links on a real socket. */
export const signingWorld = async (db: Database) => {
  const clock = new ManualClock('2026-03-01T12:00:00.000Z');
  const world: World = await createWorld(db, clock, scriptedLink(confirms).link);
  const kit = memoryKit();
  const pages = world
    .collected('pages')
    .flat()
    .filter(({ on, path }) => on === 'partner' && ['/sign', '/verify'].includes(path));
  const served = await serve({ kit, surfaces: [], endpoints: [], pages });
  let asked = 0;

  /** Somebody is asked; by e-mail, unless told otherwise. */
  const ask = async (given: Partial<Given> = {}, more: Partial<NewCua> = {}) => {
    const agreementId = await anAgreement({ world }, { kind: 'club-user', title: 'Waiver', ...given });
    asked += 1;
    const subject = { name: 'Ada Byron', email: `ada-${asked}@example.com` };
    const of = { agreementId, facilityId: world.facilityId, subject, deliver: 'email' as const, ...more };
    const { row, link } = await db.write(async (tx) => {
      const what = await world.clubUserAgreements.forPeople(tx, of.facilityId, agreementId);
      if (what === undefined) throw new Error('it is asked of nobody');
      return world.clubUserAgreements.create(tx, what, of, CAME);
    });
    return { cuaId: row.id, agreementId, email: row.email ?? '', path: await pathOf(row.email ?? '', link) };
  };
  const mailsTo = (email: string) =>
    db.read((tx) => tx.selectFrom('mail').where('recipient', '=', email).selectAll().orderBy('id', 'desc').execute());
  /** The path of a link, from the desk or the newest e-mail with one. */
  const pathOf = async (email: string, link: string | null): Promise<string> => {
    const texts = link === null ? (await mailsTo(email)).map(({ text_body }) => text_body) : [link];
    return texts.map((text) => /\/sign\/[0-9a-f]{64}/.exec(text)?.[0]).find((path) => path !== undefined) ?? '';
  };
  /** Carries out what was asked for: codes are sent by jobs. */
  const sendCodes = async () => {
    const jobs = await db.read((tx) =>
      tx.selectFrom('job').where('kind', '=', 'club-user-agreements.send-code').selectAll().execute(),
    );
    for (const { payload } of jobs) {
      const { codeId, subjectId } = JSON.parse(payload);
      await world.cuaCodes.send(codeId, subjectId);
    }
    await db.write((tx) => tx.deleteFrom('job').where('kind', '=', 'club-user-agreements.send-code').execute());
  };
  const codeFor = async (email: string): Promise<string> => {
    await sendCodes();
    const codes = (await mailsTo(email)).flatMap(({ text_body }) => /^(\d{6})$/m.exec(text_body)?.[1] ?? []);
    return codes[0] ?? '';
  };

  /** A browser without a script: it keeps cookies, and follows to where it is sent. */
  const aBrowser = () => {
    const cookies = new Map<string, string>();
    const send = async (method: 'GET' | 'POST', path: string, form?: Record<string, string>) => {
      await kit.clock.advance(Seconds(5));
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await served.send({
        method,
        path,
        headers: {
          'accept-encoding': 'identity',
          'user-agent': 'Browser of Ada',
          ...(cookie !== '' && { cookie }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: new URLSearchParams(form).toString() }),
      });
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    };
    const get = (path: string) => send('GET', path);
    const post = async (path: string, form: Record<string, string>) => {
      const answer = await send('POST', path, form);
      return answer.status === 303 ? get(String(answer.headers.location)) : answer;
    };
    const open = async ({ path, email }: { readonly path: string; readonly email: string }) => {
      await post(path, { act: 'code' });
      return post(path, { act: 'open', code: await codeFor(email) });
    };
    return { get, post, open, cookies };
  };
  /** Somebody who was asked, and has signed. */
  const signed = async (more: Partial<NewCua> = {}) => {
    const asked = await ask({}, more);
    const linkHash = hashOf(asked.path.slice('/sign/'.length));
    const came = { remoteAddress: '192.0.2.7', userAgent: 'Browser of Ada', requestId: 'req', codeAt: clock.wallMs() };
    const signatureId = await db.write(async (tx) => {
      const linked = await world.cuaSigning.byHash(tx, linkHash);
      if (linked?.document === undefined) throw new Error('the link leads nowhere');
      const { documentSha256 } = linked.document.standing;
      await world.cuaSigning.view(tx, linked, came);
      const signing = { documentSha256, name: 'Ada King', typed: true, asGuardian: false };
      const done = await world.cuaSigning.sign(tx, linkHash, signing, came);
      return done.outcome === 'signed' ? done.signature.id : '';
    });
    return { ...asked, signatureId };
  };
  const stateOf = async (cuaId: string) => (await db.read((tx) => world.clubUserAgreements.find(tx, cuaId)))?.state;
  const audited = (event: string) =>
    db.read((tx) => tx.selectFrom('audit_entry').where('event', '=', event).selectAll().execute());
  return { world, clock, kit, ask, signed, aBrowser, mailsTo, codeFor, stateOf, audited, close: () => served.close() };
};

export const sha256In = (page: string): string => /name="documentSha256" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? '';
