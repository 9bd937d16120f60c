import { Bug, type Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Asked, Progress } from './asked.ts';
import { auditAlone } from './attempt-audit.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { asFault } from './fault-response.ts';
import { kitFaults } from './kit-faults.ts';
import type { Kit } from './pipeline.ts';
import { recognisedIn } from './strangers.ts';

/** The fault that answers what was thrown; writes the attempt down first if its caller is known. Never throws. */
export const refusalOf = async (
  kit: Kit,
  declaration: AnyEndpoint,
  { asked, progress, thrown }: { asked: Asked; progress: Progress; thrown: unknown },
): Promise<Fault> => {
  const { requestId } = asked;
  try {
    const fault = asFault(thrown);
    report(kit, { fault, thrown, requestId, endpoint: declaration.id });
    const known = recognisedIn(fault);
    if (known !== undefined && kit.strangers.isToldSingly(known.tenant)) progress.caller = known;
    // What its unit said of it stands: of strangers it would be told twice.
    if (progress.audited !== true)
      await auditAlone(kit, declaration, { asked, progress, outcome: { outcome: fault.code }, fault });
    const isDeclared = [declaration.faults, declaration.surface.faults, kitFaults].some((of) => fault.code in of);
    if (!isDeclared) undeclared(kit, `${declaration.id} threw ${fault.code}, which it does not declare`, thrown);
    return fault;
  } catch (cause) {
    kit.log.error({ err: cause, request_id: requestId, endpoint: declaration.id }, 'a refusal failed');
    return asFault(undefined);
  }
};

/** What a declaration does not know: a mistake of ours, which tests throw and production logs. */
export const undeclared = (kit: Kit, message: string, cause: unknown): void => {
  if (kit.undeclared === 'throw') throw new Bug(message, { cause });
  kit.log.error({ err: cause }, message);
};

const report = (
  { log }: Kit,
  { fault, thrown, requestId, endpoint }: { fault: Fault; thrown: unknown; requestId: string; endpoint: string },
): void => {
  if (fault.spec.blame === 'caller') return; // The request log has it.
  const fields = { request_id: requestId, endpoint, code: fault.code, ...fault.detail.internal };
  if (fault.spec.blame === 'us') log.error({ ...fields, err: thrown }, fault.message);
  else log.warn(fields, fault.message);
};
