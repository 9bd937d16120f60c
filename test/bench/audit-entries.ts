import type { AuditEntry } from '@gatehouse/cloud/kit/http/audit.ts';
import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import { seeded } from './seeded.ts';

export interface SeededAudit {
  readonly entries: Iterable<AuditEntry>;
  readonly organisationId: OrgId;
}

const ORGANISATIONS = 20;
const FACILITIES_EACH = 10;
const ENDPOINTS = ['doors.unlock', 'members.push', 'check_ins.push', 'clubs.read', 'doors.list', 'boxes.token'];

const idOf = (kind: string, number: number): string => `${kind}_${number.toString(36).padStart(16, '0')}`;
const OUTCOMES = [
  { outcome: 'forbidden', status: 403 },
  { outcome: 'door_offline', status: 503 },
] as const;

/** So many requests, evenly over a span that ends at `to`: of 20 organisations, 500 users and partners, and 2,000 boxes. */
export const seededAudit = (count: number, { from, to }: { from: number; to: number }): SeededAudit => {
  const random = seeded(7);
  const pick = (below: number): number => Math.floor(random() * below);
  const place = () => {
    const organisation = pick(ORGANISATIONS);
    return {
      realm: idOf('org', organisation),
      site: idOf('fac', organisation * FACILITIES_EACH + pick(FACILITIES_EACH)),
    };
  };
  /** One in a hundred acts as somebody else; boxes belong to nobody that the kit knows of. */
  const caller = () => {
    if (pick(10) < 3) return { actor: `box:${idOf('box', pick(2_000))}`, acting_as: null, realm: null, site: null };
    const as = pick(100) === 0 ? `user:${idOf('usr', pick(500))}` : null;
    return { actor: `user:${idOf('usr', pick(500))}`, acting_as: as, ...place() };
  };
  function* entries(): Iterable<AuditEntry> {
    for (let i = 0; i < count; i++) {
      const who = caller();
      yield {
        id: idOf('aud', i),
        at: from + Math.floor(((to - from) * i) / count),
        tenant: who.actor,
        ...who,
        event: 'bench.request',
        target: idOf('door', pick(5_000)),
        ...(OUTCOMES[pick(60)] ?? { outcome: 'ok', status: 200 }),
        duration_ms: pick(400),
        request_id: idOf('req', i),
        remote_address: `192.0.${pick(8)}.${pick(256)}`,
        endpoint: ENDPOINTS[pick(ENDPOINTS.length)] ?? '',
        via: 'http',
        session_id: null,
      };
    }
  }
  return { entries: entries(), organisationId: idOf('org', 1) as OrgId };
};
