import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import { microsOfMinor } from '../../commerce/ledger/ledger.module.ts';
import type { AiKey, AiSettings, ContentFilter, Guardrail, SpendCap } from '../ai-settings/ai-settings.module.ts';
import { type Span, spanAt, zoneNamed } from './spans.ts';

/** Who asks a model, and whose money it is. */
export interface Spender {
  readonly source: 'key' | 'agent';
  /** The hash of the key, or the device. */
  readonly subject: string;
  readonly facility: { readonly id: FacilityId; readonly org_id: OrgId; readonly timezone: string };
  readonly settings: AiSettings;
  /** Of an agent there is none. */
  readonly key: AiKey | undefined;
}

/** What holds for whoever asks. */
export type Bounds = Pick<Spender, 'settings' | 'key'>;

/** What may be spent in a while, and by which code it is refused once that is used up. */
export interface Cap {
  /** `key:<hash>`, `guardrail:<id>`, `agent:<device>`, `facility:<id>`. */
  readonly subject: string;
  readonly span: Span;
  readonly micros: number;
  readonly code: 'key_limit' | 'spend_limit';
}

/** Those for everybody at the facility, and those that the key names. */
export const guardrailsOf = ({ settings, key }: Bounds): readonly Guardrail[] =>
  settings.guardrails.filter(({ id, everywhere }) => everywhere || key?.limits.guardrailIds.includes(id));

/** What is looked for in what is asked, or in what is answered, and by which guardrail; undefined: by the key itself. */
export const filtersByGuardrail = (bounds: Bounds, on: 'input' | 'output') =>
  [
    { guardrail: undefined, contentFilters: bounds.key?.limits.contentFilters ?? [] },
    ...guardrailsOf(bounds).map((guardrail) => ({ guardrail, contentFilters: guardrail.contentFilters })),
  ].flatMap(({ guardrail, contentFilters }) =>
    contentFilters
      .filter((filter) => filter.on === 'both' || filter.on === on)
      .map((filter) => ({ guardrail, filter })),
  );
export const filtersOf = (bounds: Bounds, on: 'input' | 'output'): readonly ContentFilter[] =>
  filtersByGuardrail(bounds, on).map(({ filter }) => filter);

/** The most tokens of output that any guardrail allows. */
export const outputAllowed = (spender: Spender): number =>
  Math.min(Number.MAX_SAFE_INTEGER, ...guardrailsOf(spender).flatMap(({ maxOutputTokens }) => maxOutputTokens ?? []));

/** Lists intersect: what keeps a model from being asked, if anything does. */
export const refusalOf = (spender: Spender, model: string): 'model_not_allowed' | 'guardrail_refused' | undefined => {
  const { allowedModels = null } = spender.key?.limits ?? {};
  if (allowedModels !== null && !allowedModels.includes(model)) return 'model_not_allowed';
  const isAllowed = ({ allowedModels: list }: Guardrail) => list === null || list.includes(model);
  return guardrailsOf(spender).every(isAllowed) ? undefined : 'guardrail_refused';
};

/** Every cap that a request of theirs counts towards, in the one order in which all units take them. */
export const capsOf = (spender: Spender, at: number, currency: string): readonly Cap[] => {
  const { settings, key, facility } = spender;
  const zone = zoneNamed(facility.timezone);
  const capFor = (subject: string, cap: SpendCap | null | undefined, code: Cap['code'], epoch = 0): Cap[] =>
    cap == null
      ? []
      : [{ subject, span: spanAt(at, cap.reset, zone, epoch), micros: microsOfMinor(cap.limitCents, currency), code }];
  const agent = settings.agentCaps.find(({ deviceId }) => spender.source === 'agent' && deviceId === spender.subject);
  return [
    ...capFor(`key:${spender.subject}`, key?.limits.spendCap, 'key_limit'),
    ...capFor(`agent:${spender.subject}`, agent && { limitCents: agent.capCents, reset: agent.reset }, 'key_limit'),
    ...guardrailsOf(spender).flatMap(({ id, spendCap }) => capFor(`guardrail:${id}`, spendCap, 'spend_limit')),
    ...capFor(`facility:${facility.id}`, settings.spendLimit, 'spend_limit', settings.spendEpoch),
  ].toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
};
