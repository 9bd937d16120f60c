import type { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Asked, Progress } from './asked.ts';
import { type AuditEntry, auditIdOf, type Pseudonymous } from './audit.ts';
import type { AuditOutcome } from './call.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { withoutKeys } from './loggable-path.ts';
import type { Kit } from './pipeline.ts';
import { strangerAt } from './strangers.ts';

export interface Attempted {
  readonly asked: Asked;
  readonly progress: Progress;
  readonly outcome: AuditOutcome;
  readonly fault?: Fault;
}

/** Tells an attempt to whoever sent it among many and audits them together. False where nobody does. */
export const noteOf = (endpoint: AnyEndpoint, { asked, progress, outcome: { outcome } }: Attempted): boolean => {
  if (asked.noted === undefined) return false;
  const { caller } = progress;
  asked.noted({ endpoint: endpoint.id, caller, place: progress.place ?? caller?.place, outcome });
  return true;
};

/** Writes the row of an attempt in a unit of its own; of strangers, one for all that are alike within a minute. */
export const auditAlone = async (kit: Kit, endpoint: AnyEndpoint, attempted: Attempted): Promise<void> => {
  if (noteOf(endpoint, attempted)) return;
  const { asked, progress, outcome } = attempted;
  if (progress.caller !== undefined && progress.caller.stranger !== true) {
    const row = auditEntry(kit, endpoint, attempted);
    if (row !== undefined) await kit.audit.addAlone(row.entry, row.target);
    return;
  }
  const caller = progress.caller ?? strangerAt(asked.remoteAddress);
  const row = auditEntry(kit, endpoint, { ...attempted, progress: { ...progress, caller, input: undefined } });
  if (row === undefined) return;
  const { at } = row.entry;
  const alike = { tenant: caller.tenant, endpoint: endpoint.id, outcome: outcome.outcome, at };
  const one = kit.strangers.rowFor(alike);
  if (one !== undefined) await kit.audit.addAlone({ ...row.entry, ...one, actor: one.tenant });
};

/** A row, and whom it is to name by a pseudonym. Nothing for endpoints that are not audited, and for dry runs: those are in the request log only. */
export const auditEntry = (
  kit: Kit,
  endpoint: AnyEndpoint,
  { asked, progress, outcome: { outcome, target, place, status }, fault }: Attempted,
): { readonly entry: AuditEntry; readonly target?: Pseudonymous } | undefined => {
  const { caller, input } = progress;
  const audit =
    endpoint.audit ?? (endpoint.surface.auditsEverything && { event: endpoint.id, target: () => undefined });
  if (audit === undefined || caller === undefined || caller.isDryRun === true) return undefined;
  const named = target ?? progress.target ?? (input === undefined ? undefined : audit.target(input as never)) ?? null;
  const { realm, site } = place ?? progress.place ?? caller.place ?? {};
  const entry = {
    id: auditIdOf(asked.requestId),
    at: asked.startedWallMs,
    tenant: caller.tenant,
    actor: caller.actor,
    acting_as: caller.actingAs ?? null,
    realm: realm ?? null,
    site: site ?? null,
    event: audit.event,
    target: typeof named === 'string' ? withoutKeys(named) : null,
    outcome,
    status: status ?? fault?.spec.status ?? endpoint.faults[outcome]?.status ?? endpoint.success.status,
    duration_ms: Math.round(kit.clock.monoMs() - asked.startedMonoMs),
    request_id: asked.requestId,
    remote_address: asked.remoteAddress,
    endpoint: endpoint.id,
    via: asked.via,
    session_id: caller.sessionId ?? null,
  };
  return { entry, ...(named !== null && typeof named !== 'string' && { target: named }) };
};
