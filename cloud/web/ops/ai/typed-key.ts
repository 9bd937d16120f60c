import type { AiFilter, AiGuardrail, AiGuardrailChange, AiKey, AiKeyChange } from './ai-types.ts';
import { capOf, type TypedCap, typedCap } from './typed-cap.ts';

/** Which models may be asked, as somebody chooses them. */
export interface TypedModels {
  /** Any: then none is chosen by name. */
  readonly every: boolean;
  readonly chosen: ReadonlySet<string>;
}
export type TypedFilter = Omit<AiFilter, 'pattern'> & { readonly pattern: string };

/** A key as somebody types it. */
export interface TypedKey {
  readonly label: string;
  readonly cap: TypedCap;
  readonly models: TypedModels;
  readonly guardrails: ReadonlySet<string>;
  readonly filters: readonly TypedFilter[];
  readonly rpm: string;
  readonly tpm: string;
  readonly expires: boolean;
  /** ISO 8601; empty while nobody has said. */
  readonly expiresAt: string;
}
export interface TypedGuardrail {
  readonly name: string;
  readonly everywhere: boolean;
  readonly models: TypedModels;
  readonly outputTokens: string;
  readonly cap: TypedCap;
  readonly filters: readonly TypedFilter[];
}

export const RPM_MOST = 100_000;
export const TPM_MOST = 1_000_000_000;
export const OUTPUT_MOST = 1_000_000;
export const NEW_FILTER: TypedFilter = { kind: 'email', pattern: '', on: 'both', action: 'redact' };
const ANY: TypedModels = { every: true, chosen: new Set() };
export const NEW_KEY: TypedKey = {
  ...{ label: '', cap: typedCap(null), models: ANY, guardrails: new Set<string>(), filters: [] },
  ...{ rpm: '', tpm: '', expires: false, expiresAt: '' },
};
export const NEW_GUARDRAIL: TypedGuardrail = {
  ...{ name: '', everywhere: true, models: ANY, outputTokens: '', cap: typedCap(null), filters: [] },
};

/** A whole number above 0; null where nothing is typed, undefined where it is none. */
export const countOf = (text: string, most: number): number | null | undefined => {
  if (text.trim() === '') return null;
  const count = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : undefined;
};
const countText = (count: number | null): string => (count === null ? '' : String(count));

/** Null: any. Undefined where none is chosen: nothing could be asked. */
export const modelsOf = ({ every, chosen }: TypedModels): readonly string[] | null | undefined => {
  if (every) return null;
  return chosen.size === 0 ? undefined : [...chosen];
};
const typedModels = (models: readonly string[] | null): TypedModels =>
  models === null ? ANY : { every: false, chosen: new Set(models) };

export const isWholeFilter = ({ kind, pattern }: TypedFilter): boolean => kind !== 'pattern' || pattern.trim() !== '';
const filterOf = ({ kind, pattern, on, action }: TypedFilter): AiFilter => ({
  ...{ kind, on, action },
  ...(kind === 'pattern' && { pattern }),
});
const typedFilters = (filters: readonly AiFilter[]): readonly TypedFilter[] =>
  filters.map(({ pattern = '', ...filter }) => ({ ...filter, pattern }));

export const typedKey = (key: AiKey): TypedKey => ({
  ...{ label: key.label, cap: typedCap(key.spendCap), models: typedModels(key.allowedModels) },
  ...{ guardrails: new Set(key.guardrailIds), filters: typedFilters(key.contentFilters) },
  ...{ rpm: countText(key.rpmLimit), tpm: countText(key.tpmLimit) },
  ...{ expires: key.expiresAt !== null, expiresAt: key.expiresAt ?? '' },
});

/** What is sent for a key; undefined where something of it is wrong. */
export const keyOf = (typed: TypedKey): AiKeyChange | undefined => {
  const { label, cap, models, guardrails, filters, rpm, tpm, expires, expiresAt } = typed;
  const [spendCap, allowedModels] = [capOf(cap), modelsOf(models)];
  const [rpmLimit, tpmLimit] = [countOf(rpm, RPM_MOST), countOf(tpm, TPM_MOST)];
  if (label.trim() === '' || (expires && expiresAt === '') || !filters.every(isWholeFilter)) return undefined;
  if (spendCap === undefined || allowedModels === undefined) return undefined;
  if (rpmLimit === undefined || tpmLimit === undefined) return undefined;
  return {
    ...{ label: label.trim(), spendCap, allowedModels, rpmLimit, tpmLimit, guardrailIds: [...guardrails] },
    ...{ contentFilters: filters.map(filterOf), expiresAt: expires ? expiresAt : null },
  };
};

/** What of it is another than it was: what is left out stays, also where somebody else has changed it meanwhile. */
export const changedOf = (key: AiKey, change: AiKeyChange): Partial<AiKeyChange> =>
  Object.fromEntries(
    Object.entries(change).filter(
      ([name, value]) => told(value) !== told(key[name as keyof AiKeyChange & keyof AiKey]),
    ),
  );
/** The same text for the same value, in whatever order its parts came. */
const told = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

export const typedGuardrail = (guardrail: AiGuardrail): TypedGuardrail => ({
  ...{ name: guardrail.name, everywhere: guardrail.everywhere, models: typedModels(guardrail.allowedModels) },
  ...{ outputTokens: countText(guardrail.maxOutputTokens), cap: typedCap(guardrail.spendCap) },
  filters: typedFilters(guardrail.contentFilters),
});

/** What is sent for a guardrail, but for which one it is; undefined where something of it is wrong. */
export const guardrailOf = (typed: TypedGuardrail): AiGuardrailChange | undefined => {
  const { name, everywhere, models, outputTokens, cap, filters } = typed;
  const [spendCap, allowedModels] = [capOf(cap), modelsOf(models)];
  const maxOutputTokens = countOf(outputTokens, OUTPUT_MOST);
  if (name.trim() === '' || !filters.every(isWholeFilter)) return undefined;
  if (spendCap === undefined || allowedModels === undefined || maxOutputTokens === undefined) return undefined;
  return {
    ...{ name: name.trim(), everywhere, allowedModels, maxOutputTokens, spendCap },
    contentFilters: filters.map(filterOf),
  };
};
