import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { Page } from '../../../kit/http/express-mount.ts';
import type { Kit } from '../../../kit/http/pipeline.ts';
import { serveSurface } from '../../../kit/http/surfaces.ts';
import { PAGE } from '../../../platform/sessions/testing/signing-in.ts';
import { basic } from '../../../testing/partner-api.ts';
import { serveSurfaces } from '../../../testing/surface-api.ts';
import { confirms, scriptedLink } from '../../../testing/world.ts';
import { authenticatePartner, identifyPartner, partnerSurface } from '../../partners/partner-surface.ts';
import type { PartnerContact } from '../../partners/partners.module.ts';
import { authenticateConsole, CONSOLE_COOKIE, consoleSurface } from '../console-surface.ts';
import { SEND_CODE } from '../partner-console.service.ts';

export const OWNER = { email: 'robin@acme.example', name: 'Robin Fields', role: 'owner' } as const;
export const DEVELOPER = { email: 'dev@acme.example', name: 'Alex Doe', role: 'developer' } as const;

/** The partner console and the partner API on a real TLS socket: an account with an owner and a developer. */
export const serveConsoleApi = async (
  db: Database,
  clock: ManualClock,
  overrides: Partial<Kit> = {},
  pages: readonly Page[] = [],
) => {
  const surfaces = (world: Parameters<typeof authenticatePartner>[0] & Parameters<typeof authenticateConsole>[0]) => [
    serveSurface(consoleSurface, authenticateConsole(world)),
    serveSurface(partnerSurface, authenticatePartner(world), identifyPartner(world)),
  ];
  const api = await serveSurfaces({ db, clock, link: scriptedLink(confirms).link }, surfaces, overrides, pages);
  const { world } = api;
  const { partnerId, partners, partnerConsole } = world;
  await world.db.write((tx) => partners.setContacts(tx, partnerId, [OWNER, DEVELOPER]));

  const contact = async (email: string): Promise<PartnerContact> => {
    const found = await db.read((tx) => partners.contactsOf(tx, partnerId));
    return found.find((one) => one.email === email) ?? missing(`a contact ${email}`);
  };
  /** The headers of a browser in which this contact is signed in. */
  const signedIn = async (email: string = OWNER.email) => {
    const { id } = await contact(email);
    const browser = { remoteAddress: '192.0.2.7', userAgent: 'Mozilla/5.0' };
    const begun = await world.db.write((tx) => partnerConsole.begin(tx, { subjectId: id, by: 'code', ...browser }));
    return { ...begun, headers: { ...PAGE, cookie: `${CONSOLE_COOKIE}=${begun.token}` } as Record<string, string> };
  };
  /** Carries out the jobs that send codes; resolves with the newest that this address was sent. */
  const codeSentTo = async (email: string): Promise<string | undefined> => {
    const kind = world
      .collected('jobs')
      .flat()
      .find(({ name }) => name === SEND_CODE);
    const jobs = await world.db.write((tx) =>
      tx.deleteFrom('job').where('kind', '=', SEND_CODE).returning('payload').execute(),
    );
    for (const { payload } of jobs) await kind?.run(JSON.parse(payload) as never, {} as never);
    const mails = await db.read((tx) =>
      tx.selectFrom('mail').where('recipient', '=', email).where('sensitive', '=', 1).select('text_body').execute(),
    );
    return /^\d{6}$/m.exec(mails.at(-1)?.text_body ?? '')?.[0];
  };
  let asked = 0;
  /** A code for a browser, asked for from a network of its own. */
  const askedCode = async (email: string | undefined, of = partnerId) => {
    asked += 1;
    const who = { partnerId: of, email, remoteAddress: `2001:db8:0:${asked}::1` };
    const browser = await world.db.write((tx) => partnerConsole.codes.ask(tx, who));
    const code = (await codeSentTo(email ?? OWNER.email)) ?? missing('a code');
    return { browser, code };
  };
  /** A partner that has nothing to do with ours, with a key. */
  const aRival = async () => {
    const rivalId = await world.db.write((tx) =>
      partners.create(tx, { name: 'Rival', linkingMethod: 'facility_id', organisations: [world.orgId] }),
    );
    const key = await world.db.write((tx) => partners.createKey(tx, rivalId, 'live', 'Rival'));
    return { rivalId, key };
  };
  /** Asks the partner API with a secret key. */
  const ping = (key: string) => api.send({ path: '/partner/v1/auth/ping', headers: basic(key) });
  /** A request of our partner that is in the log; resolves with its id. */
  const aRequest = async (): Promise<string> => {
    const key = await world.db.write((tx) => partners.createKey(tx, partnerId, 'live', 'Server'));
    const { headers } = await ping(key.text);
    await api.requests.flush();
    return String(headers['x-request-id']);
  };
  const close = async () => {
    await api.close();
    await partnerConsole.close();
  };
  return { ...api, contact, signedIn, codeSentTo, askedCode, aRival, ping, aRequest, close };
};
export type ConsoleApi = Awaited<ReturnType<typeof serveConsoleApi>>;

const missing = (what: string): never => {
  throw new Bug(`there is not ${what}`);
};
