import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { partnersWords } from '../../words/partners-en.ts';

type LinkingMethod = PartnerAccount['linkingMethod'];

/** How requests of a partner may name a facility, as a choice. */
export const LINKING_METHODS = Object.entries(partnersWords.methods) as readonly (readonly [LinkingMethod, string])[];

/** Further fields of an account as somebody typed them, a line each; undefined where a line is no `key: label`. */
export const fieldsOf = (text: string): PartnerAccount['customFields'] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.flatMap((line) => {
    const [, key = '', label = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
    return key.trim() === '' || label.trim() === '' ? [] : [{ key: key.trim(), label: label.trim() }];
  });
  return fields.length === lines.length ? fields : undefined;
};

/** The same the other way round. */
export const textOf = (fields: PartnerAccount['customFields']): string =>
  fields.map(({ key, label }) => `${key}: ${label}`).join('\n');
