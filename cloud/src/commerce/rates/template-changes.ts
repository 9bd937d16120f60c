import { decimalOf } from '../../kit/http/decimals.ts';
import { CHARGE_KEYS } from './charge-keys.ts';
import type { TemplateBody } from './rate-bodies.ts';
import { bodyOf, type RateVersion } from './rate-versions.ts';

/** One field that a version has otherwise than the one before. */
export interface TemplateChange {
  readonly at: number;
  /** `user:<id>`. */
  readonly by: string;
  readonly field: string;
  /** As JSON. Null: it was not there. */
  readonly from: string | null;
  readonly to: string | null;
}

const CHANGES_MAX = 200;

/** Each field by its name, as JSON. */
const fieldsOf = (body: TemplateBody): ReadonlyMap<string, string> =>
  new Map([
    ['name', JSON.stringify(body.name)],
    ['description', JSON.stringify(body.description)],
    ...CHARGE_KEYS.map((key) => [`charges.${key}`, String(decimalOf(body.charges[key] ?? 0))] as const),
    ...Object.entries(body.adjustments).map(
      ([key, { type, micros, label }]) =>
        [`chargeAdjustments.${key}`, JSON.stringify({ type, value: decimalOf(micros), label })] as const,
    ),
    ...Object.entries(body.cloudAgents).map(([plan, of]) => [`cloudAgents.${plan}`, JSON.stringify(of)] as const),
    ...body.customCharges.map(
      ({ id, label, micros, conditions }) =>
        [`customCharges.${id}`, JSON.stringify({ label, amount: decimalOf(micros), conditions })] as const,
    ),
  ]);

/** What was changed from version to version, the newest first. Of a template that nobody has changed since: nothing. */
export const templateChanges = (newestFirst: readonly RateVersion[]): TemplateChange[] =>
  newestFirst
    .slice(0, -1)
    .flatMap((version, at) => {
      const after = bodyOf<TemplateBody>(version);
      const before = bodyOf<TemplateBody>(newestFirst[at + 1]);
      return after === undefined || before === undefined ? [] : changesBetween(before, after, version);
    })
    .slice(0, CHANGES_MAX);

const changesBetween = (
  before: TemplateBody,
  after: TemplateBody,
  { made_at, made_by }: Pick<RateVersion, 'made_at' | 'made_by'>,
): TemplateChange[] => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [from, to] = [old.get(field) ?? null, now.get(field) ?? null];
    return from === to ? [] : [{ at: Number(made_at), by: made_by, field, from, to }];
  });
};
