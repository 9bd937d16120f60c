import mustache from 'mustache';
import type { MailKind, MailValue, MailVariable, Wording } from './mail-kind.ts';

const SUBJECT_LENGTH_MAX = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a header must not have.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** What is wrong with a wording, and where. */
export interface WordingProblem {
  readonly path: keyof Wording;
  readonly rule: string;
  readonly message: string;
}

/** Everything that is wrong with a wording of this kind: it is written with its variables, and nothing else of Mustache. */
export const problemsOf = (kind: MailKind, wording: Wording): readonly WordingProblem[] =>
  (['subject', 'text', 'html'] as const).flatMap((path) => {
    const template = wording[path];
    return template === undefined ? [] : problemsIn(kind, { path, template });
  });

const problemsIn = (
  { variables }: MailKind,
  { path, template }: { readonly path: keyof Wording; readonly template: string },
): readonly WordingProblem[] => {
  const problem = (rule: string, message: string): WordingProblem => ({ path, rule, message });
  const used = namesIn(template);
  if (typeof used === 'string') return [problem('template', used)];
  const problems = used.flatMap(({ name, at, isPlain, isInTag }) => {
    if (!isPlain) return [problem('template', `${at}: only {{variable}} is understood.`)];
    const variable = variableOf(variables, name);
    if (variable === undefined)
      return [problem('variable_unknown', `${at}: {{${name}}} is none of ${Object.keys(variables).join(', ')}.`)];
    if (path === 'subject' && !inSubject(variable))
      return [problem('variable_misplaced', `${at}: {{${name}}} does not stand in a subject.`)];
    return path === 'html' && isInTag && variable.as !== 'link'
      ? [problem('variable_misplaced', `${at}: {{${name}}} is no address, and does not stand within a tag.`)]
      : [];
  });
  if (path === 'subject') return problems;
  const names = new Set(used.map(({ name }) => name));
  const missing = Object.entries(variables).filter(([name, { needed }]) => needed === true && !names.has(name));
  return [
    ...problems,
    ...missing.map(([name, { about }]) => problem('variable_missing', `{{${name}}} has to stand in it: ${about}`)),
  ];
};

const variableOf = (variables: MailKind['variables'], name: string): MailVariable | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;
const inSubject = ({ as }: MailVariable): boolean => as === 'line';

interface Used {
  readonly name: string;
  /** Where it stands, for people. */
  readonly at: string;
  /** `{{name}}`: no section, partial, comment, set delimiter or raw value. */
  readonly isPlain: boolean;
  /** Of HTML: whether it stands between `<` and `>`. */
  readonly isInTag: boolean;
}

/** What a template names; a text where it is none. */
const namesIn = (template: string): readonly Used[] | string => {
  let tokens: readonly (readonly unknown[])[];
  try {
    tokens = new mustache.Writer().parse(template) as readonly (readonly unknown[])[];
  } catch (error) {
    return error instanceof Error ? `${error.message}.` : 'It is no template.';
  }
  return tokens
    .filter(([type]) => type !== 'text')
    .map(([type, name, start]) => ({
      name: String(name),
      at: placeIn(template, Number(start)),
      isPlain: type === 'name',
      isInTag: template.lastIndexOf('<', Number(start)) > template.lastIndexOf('>', Number(start)),
    }));
};

const placeIn = (template: string, index: number): string => {
  const lines = template.slice(0, index).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
};

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};
const asText = (value: MailValue): string => (typeof value === 'string' ? value : value.text);
const asHtml = (value: MailValue): string =>
  typeof value === 'string' ? value.replace(/[&<>"'\n]/g, (character) => ESCAPED[character] ?? character) : value.html;

/** The e-mail that comes of a wording. What stands for a variable is never read as a template, as HTML or as a header. */
export const worded = (
  { variables }: MailKind,
  wording: Wording,
  values: Readonly<Record<string, MailValue>>,
): Wording => {
  const view = Object.fromEntries(
    Object.entries(variables).map(([name, { as }]) => [name, shown(as, values[name] ?? '')]),
  );
  const filled = (template: string, written: (value: MailValue) => string): string =>
    new mustache.Writer().render(template, view, undefined, { escape: written });
  const subject = filled(wording.subject, asText).replace(CONTROL_CHARACTERS, ' ').trim();
  return {
    subject: [...subject].slice(0, SUBJECT_LENGTH_MAX).join(''),
    text: filled(wording.text, asText),
    ...(wording.html !== undefined && { html: filled(wording.html, asHtml) }),
  };
};

const shown = (as: MailVariable['as'], value: MailValue): MailValue =>
  as === 'line' && typeof value === 'string' ? value.replace(CONTROL_CHARACTERS, ' ') : value;
