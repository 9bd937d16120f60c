import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { ActivityKind, Reset } from './ai-shapes.ts';

/** What a facility has set for its AI credit. Times in ms since 1970. */
export interface AiFacilityTable {
  facility_id: FacilityId;
  enabled_at: number | null;
  enabled_by: string | null;
  /** The gate answers 402 since then. */
  paused_at: number | null;
  paused_by: string | null;
  pause_reason: string | null;
  spend_limit_cents: number | null;
  spend_reset: Reset | null;
  /** How often what counts towards a limit of `total` was set to nothing. */
  spend_epoch: number;
  /** Both, or neither. */
  recharge_threshold_cents: number | null;
  recharge_amount_cents: number | null;
  /** JSON: a list of `Guardrail`. */
  guardrails: string;
  /** JSON: a list of `AgentCap`. */
  agent_caps: string;
  changed_at: number;
  changed_by: string;
}

/** A key for the gate. Its text is nowhere. */
export interface AiKeyTable {
  /** SHA-256 of the text, hex. */
  hash: string;
  facility_id: FacilityId;
  label: string;
  /** How the text begins, for people to know it by. */
  hint: string;
  /** JSON: `KeyLimits`. */
  limits: string;
  expires_at: number | null;
  disabled: 0 | 1;
  made_by: string;
  made_at: number;
  changed_at: number;
  last_used_at: number | null;
  deleted_at: number | null;
}

/** That somebody has set something. Nothing in it is a person's own text but what an operator wrote of a pause. */
export interface AiActivityTable {
  /** `aia_…`, in the order of time. */
  id: string;
  facility_id: FacilityId;
  kind: ActivityKind;
  /** In our words. */
  what: string;
  made_by: string;
  at: number;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    ai_facility: AiFacilityTable;
    ai_key: AiKeyTable;
    ai_activity: AiActivityTable;
  }
}
