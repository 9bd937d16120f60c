/** What a form says: text, or names and lists of it by brackets, `a[b][0]=c`. */
export type Form = { readonly [name: string]: FormValue };
export type FormValue = string | Form;

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads a form with nested names. Lists are names of numbers: `a[0]`; `a[]` counts on. */
export const formOf = (text: string): Form => {
  const whole: Record<string, FormValue> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first = '', rest = ''] = NAME.exec(name) ?? [];
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
    if (first === '' || path.some((part) => RESERVED.has(part))) continue;
    put(whole, path, value);
  }
  return whole;
};

const put = (into: Record<string, FormValue>, [name = '', ...rest]: readonly string[], value: string): void => {
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const there = into[key];
  const inner: Record<string, FormValue> = typeof there === 'object' ? there : {};
  into[key] = inner;
  put(inner, rest, value);
};

const at = (form: Form, path: readonly string[]): FormValue | undefined =>
  path.reduce<FormValue | undefined>((value, part) => (typeof value === 'object' ? value[part] : undefined), form);

/** Text of a form, by a path such as `payment_intent_data.metadata`. Empty text is none. */
export const textOf = (form: Form, path: string): string | undefined => {
  const value = at(form, path.split('.'));
  return typeof value === 'string' && value !== '' ? value : undefined;
};
export const numberOf = (form: Form, path: string): number | undefined => {
  const text = textOf(form, path);
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
};
export const partOf = (form: Form, path: string): Form => {
  const value = at(form, path.split('.'));
  return typeof value === 'object' ? value : {};
};
export const listOf = (form: Form, path: string): readonly FormValue[] => Object.values(partOf(form, path));
/** What callers keep with a thing. An empty value takes a name away. */
export const metadataOf = (form: Form, before: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const after = { ...before };
  for (const [name, value] of Object.entries(partOf(form, 'metadata'))) {
    if (typeof value !== 'string' || value === '') delete after[name];
    else after[name] = value;
  }
  return after;
};
