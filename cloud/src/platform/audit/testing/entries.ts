import type { Database } from '../../../kit/db/unit-of-work.ts';
import type { AuditEntry } from '../../../kit/http/audit.ts';

let made = 0;

/** A request that somebody sent; each is another one. */
export const anEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => {
  const number = (++made).toString(36).padStart(16, '0');
  return {
    id: `aud_${number}`,
    at: 0,
    tenant: 'user:usr_0000000000000001',
    actor: 'user:usr_0000000000000001',
    acting_as: null,
    realm: null,
    site: null,
    event: 'door.rename',
    target: null,
    outcome: 'ok',
    status: 200,
    duration_ms: 4,
    request_id: `req_${number}`,
    remote_address: '192.0.2.1',
    endpoint: 'doors.rename',
    via: 'http',
    session_id: null,
    ...overrides,
  };
};

const AT_ONCE = 200;

export const store = async (db: Pick<Database, 'write'>, entries: readonly AuditEntry[]): Promise<void> => {
  for (let at = 0; at < entries.length; at += AT_ONCE)
    await db.write((tx) =>
      tx
        .insertInto('audit_entry')
        .values(entries.slice(at, at + AT_ONCE))
        .execute(),
    );
};
