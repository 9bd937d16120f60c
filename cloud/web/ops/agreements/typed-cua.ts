import type { CuaConfig } from '../../client/platform-api.gen.ts';
import { agreementLabels } from '../../words/agreements-en.ts';

/** How people are asked, as somebody typed it. */
export interface TypedCua {
  readonly askedOf: ReadonlySet<string>;
  readonly validityDays: string;
  readonly linkDays: string;
  readonly reminderDays: string;
  readonly signers: CuaConfig['signers'];
}
export type CuaProblems = Readonly<Record<'validityDays' | 'linkDays' | 'reminderDays', string>>;

const ALL = ['users', 'members', 'others'] as const;

export const typedCua = (cua: CuaConfig | null | undefined): TypedCua => ({
  askedOf: new Set(cua?.askedOf ?? ALL),
  validityDays: String(cua?.validityDays ?? ''),
  linkDays: String(cua?.linkDays ?? 14),
  reminderDays: (cua?.reminderDays ?? [3, 7]).join(', '),
  signers: cua?.signers ?? 'person',
});

const daysIn = (text: string, most: number): number | undefined => {
  const days = Number(text.trim());
  return /^\d+$/.test(text.trim()) && days >= 1 && days <= most ? days : undefined;
};

/** What is sent of it; undefined where something is no number of days, which the problems then say. */
export const cuaOf = (typed: TypedCua): { readonly cua: CuaConfig | undefined; readonly problems: CuaProblems } => {
  const validity = typed.validityDays.trim() === '' ? null : daysIn(typed.validityDays, 36_500);
  const link = daysIn(typed.linkDays, 90);
  const parts = typed.reminderDays.split(',').filter((part) => part.trim() !== '');
  const reminders = parts.flatMap((part) => daysIn(part, 90) ?? []);
  const remindersFit = reminders.length === parts.length && parts.length <= 5;
  const problems = {
    validityDays: validity === undefined ? agreementLabels.daysWrong : '',
    linkDays: link === undefined ? agreementLabels.linkDaysWrong : '',
    reminderDays: remindersFit ? '' : agreementLabels.reminderDaysWrong,
  };
  const askedOf = ALL.filter((kind) => typed.askedOf.has(kind));
  if (validity === undefined || link === undefined || !remindersFit) return { cua: undefined, problems };
  return {
    cua: { askedOf, validityDays: validity, linkDays: link, reminderDays: reminders, signers: typed.signers },
    problems,
  };
};
