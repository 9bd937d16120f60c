import { createHash } from 'node:crypto';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { agentByToken, bearerIn } from '../../agents/agent-events/agent-events.module.ts';
import type { BillingService } from '../../commerce/billing/billing.module.ts';
import { ownerKeyOf } from '../../commerce/ledger/ledger.module.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Caller } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { refusedThough } from '../../kit/http/strangers.ts';
import type { Authenticate } from '../../kit/http/surfaces.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { AiSettingsService } from '../ai-settings/ai-settings.module.ts';
import { minuteOf, secondsLeftOf } from './holding.ts';
import { inferenceFault } from './inference.faults.ts';
import { paceRepo } from './pace.repo.ts';
import type { Spender } from './spender.ts';

/** Whoever asks models, by a key of a facility or as one of its agents. */
export interface InferenceCaller extends Caller {
  readonly spender: Spender;
  /** What the key has left of the requests of this minute, for the answer. */
  readonly paceHeaders: Readonly<Record<string, string>>;
}
/** `spend`: what costs something; `look`: what does not, and tells why the other is refused. */
export type InferenceGate = { readonly may: 'spend' | 'look' };

type AgentDeps = Parameters<typeof agentByToken>[0];
export interface AdmissionDeps extends AgentDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly aiSettings: AiSettingsService;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly billing: { readonly wallets: Pick<BillingService['wallets'], 'refuseRestricted'> };
  /** Writes down that somebody who is known was refused. */
  readonly noteRefusal: (spender: Spender, fault: Fault) => Promise<void>;
}

const KEY = /^sk-gh-v1-[0-9A-Za-z]{43}$/;
/** Whoever was not restricted is not asked about again for so long; whoever is may have paid since, and is. */
const NOT_RESTRICTED_FOR = Seconds(5);

/** Lets in whoever may ask. INVARIANT, the order: known, enabled, not paused, not locked, not expired, not disabled, not too often. */
export const createAdmission = (deps: AdmissionDeps): Authenticate<InferenceCaller, InferenceGate> => {
  const { db, clock, aiSettings, organisations, billing } = deps;
  const unrestricted = new Map<string, number>();

  const isKnown = async (tx: Tx, of: Pick<Spender, 'source' | 'subject' | 'key'>, facilityId: FacilityId) => {
    const facility = await organisations.findFacility(tx, facilityId);
    if (facility === undefined) return undefined;
    const spender: Spender = { ...of, facility, settings: await aiSettings.of(tx, facilityId) };
    return spender;
  };

  const spenderOf = async (authorization: string | undefined): Promise<{ spender?: Spender; named?: string }> => {
    const text = bearerIn(authorization);
    if (KEY.test(text)) {
      const hash = createHash('sha256').update(text).digest('hex');
      const spender = await db.read(async (tx) => {
        const key = await aiSettings.keyByHash(tx, hash);
        return key && isKnown(tx, { source: 'key', subject: hash, key }, key.facilityId);
      });
      return spender === undefined ? {} : { spender };
    }
    const { device, named } = await agentByToken(deps, text, 'inference');
    const at = device?.facilityId ?? null;
    if (device === undefined || at === null) return named === undefined ? {} : { named };
    const subject = device.uuid;
    const spender = await db.read((tx) => isKnown(tx, { source: 'agent', subject, key: undefined }, at));
    return spender === undefined ? { named: subject } : { spender };
  };

  const refuseLocked = async ({ facility }: Spender): Promise<void> => {
    const now = clock.monoMs();
    if (now - (unrestricted.get(facility.id) ?? Number.NEGATIVE_INFINITY) < NOT_RESTRICTED_FOR) return;
    await db.read((tx) => billing.wallets.refuseRestricted(tx, ownerKeyOf({ kind: 'facility', id: facility.id })));
    unrestricted.set(facility.id, now);
  };

  const refuseEnded = ({ key }: Spender): void => {
    if (key === undefined) return;
    if (key.expiresAt !== null && key.expiresAt <= clock.wallMs())
      throw inferenceFault('key_expired', 'The key has expired.');
    if (key.disabled) throw inferenceFault('key_disabled', 'The key is disabled.');
  };

  const takePace = async ({ key }: Spender): Promise<Readonly<Record<string, string>>> => {
    const limit = key?.limits.rpmLimit ?? null;
    if (key === undefined || limit === null) return {};
    const now = clock.wallMs();
    const left = `${secondsLeftOf(now)}s`;
    const of = { key_hash: key.hash, kind: 'requests', minute: minuteOf(now) } as const;
    const used = await db.write((tx) => paceRepo(tx).take({ ...of, amount: 1, most: limit }));
    const headers = { 'x-ratelimit-limit-requests': String(limit), 'x-ratelimit-reset-requests': left };
    if (used !== undefined) return { ...headers, 'x-ratelimit-remaining-requests': String(limit - used) };
    throw inferenceFault('key_rate_exceeded', 'The key may not make as many requests in a minute.', {
      headers: { ...headers, 'x-ratelimit-remaining-requests': '0', 'Retry-After': String(secondsLeftOf(now)) },
    });
  };

  const admit = async (spender: Spender, { may }: InferenceGate): Promise<InferenceCaller['paceHeaders']> => {
    const { enabled, paused } = spender.settings;
    if (!enabled) throw inferenceFault('not_enabled', 'Models are not enabled for this facility.');
    if (may === 'spend' && paused !== null)
      throw inferenceFault('inference_paused', 'Models are paused for this facility.');
    if (may === 'spend') await refuseLocked(spender);
    refuseEnded(spender);
    return may === 'spend' ? takePace(spender) : {};
  };

  return async (request, gate) => {
    const { spender, named } = await spenderOf(request.header('authorization'));
    if (spender?.key !== undefined) aiSettings.noteUsed(spender.subject);
    if (spender === undefined) {
      const fault = kitFault('unauthenticated', 'Send a valid key of the gate, or a device token for it.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
      const actor = named === undefined ? undefined : `device:${named}`;
      throw refusedThough(actor === undefined ? undefined : { actor, tenant: actor }, fault);
    }
    const { source, subject, facility } = spender;
    const actor = source === 'key' ? `ai-key:${subject.slice(0, 16)}` : `device:${subject}`;
    const place = { realm: facility.org_id, site: facility.id };
    try {
      return { actor, tenant: actor, place, spender, paceHeaders: await admit(spender, gate) };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (gate.may === 'spend') await deps.noteRefusal(spender, error);
      throw refusedThough({ actor, tenant: actor }, error);
    }
  };
};
