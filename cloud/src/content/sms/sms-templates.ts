/**
 * A text of which a module says the wording, so that it tells what somebody has to know and advertises nothing. What is told
 * apart from others is in its variables.
 */
export interface SmsTemplate {
  /** `<module>.<what has happened>`. */
  readonly kind: string;
  /** When it is sent, for whoever chooses one. */
  readonly summary: string;
  /** With `{{name}}` for each variable. */
  readonly text: string;
  /** What each variable says, by its name. All of them are needed. */
  readonly variables: Readonly<Record<string, string>>;
}

export const SMS_TEMPLATES: readonly SmsTemplate[] = [
  {
    kind: 'facility.closed',
    summary: 'A facility, or part of it, cannot be used.',
    text: '{{what}} is closed {{when}}. {{reason}}.',
    variables: {
      what: 'What is closed, such as The pool.',
      when: 'From when to when, such as today until 17:00.',
      reason: 'Why, such as A pipe has burst.',
    },
  },
  {
    kind: 'facility.reopened',
    summary: 'What was closed can be used again.',
    text: '{{what}} is open again {{when}}.',
    variables: { what: 'What is open, such as The pool.', when: 'Since when, such as from 06:00 tomorrow.' },
  },
  {
    kind: 'access.changed',
    summary: 'How somebody gets in is another way from now on.',
    text: 'From {{when}} you get in by {{way}}.',
    variables: { when: 'Since when, such as Monday.', way: 'How, such as the car-park door.' },
  },
];

/** A variable's value is a few words: what is longer, has lines or leads to a page is a text of its own. */
export const VARIABLE_MAX = 60;
const LEADS_SOMEWHERE = /:\/\/|www\.|[a-z0-9]\.[a-z]{2,}(?:\/|\b)/i;
export const isVariableValue = (value: string): boolean =>
  !/[\p{Cc}\p{Cf}]/u.test(value) && !LEADS_SOMEWHERE.test(value);

/** The template's text with these values, or what is wrong with them: the name of a variable that is missing or unknown. */
export const withValues = (
  { text, variables }: SmsTemplate,
  values: Readonly<Record<string, string>>,
): { readonly text: string } | { readonly missing: string } | { readonly unknown: string } => {
  const missing = Object.keys(variables).find((name) => !Object.hasOwn(values, name));
  if (missing !== undefined) return { missing };
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(variables, name));
  if (unknown !== undefined) return { unknown };
  return { text: text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '') };
};
