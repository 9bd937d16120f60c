import type { TryField, TryForm } from '../../client/try-form.ts';

/** What somebody has put into a form, by the key of each field. */
export type Values = Readonly<Record<string, string>>;

export const keyOfField = ({ place, name }: Pick<TryField, 'place' | 'name'>): string => `${place} ${name}`;

/** What a form begins with: the examples of the document, of what is required or in the body. */
export const valuesOf = ({ fields }: TryForm): Values =>
  Object.fromEntries(
    fields.map((field) => [keyOfField(field), field.required || field.place === 'body' ? field.value : '']),
  );

interface Call {
  readonly method: string;
  /** Path and query, as the partner API has them. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, where there is a body. */
  readonly body: string | undefined;
}

/** What is wrong with a field, by its key: `missing` where it is required, `not_json` where it is no JSON. */
export type Problems = Readonly<Record<string, 'missing' | 'not_json'>>;

export const problemsOf = ({ fields }: TryForm, values: Values): Problems => {
  const problems: Record<string, Problems[string]> = {};
  for (const field of fields) {
    const key = keyOfField(field);
    const value = values[key] ?? '';
    if (value === '' && field.required && !mayBeEmpty(field)) problems[key] = 'missing';
    else if (value !== '' && isJson(field) && parsed(value) === undefined) problems[key] = 'not_json';
  }
  return problems;
};

/** A text of a body that is empty is a text: the answer says whether it may be. */
const mayBeEmpty = ({ kind, place }: TryField): boolean => kind === 'text' && place === 'body';
const isJson = ({ kind, place }: TryField): boolean => place === 'body' && kind !== 'text' && kind !== 'choice';

/** The call that a form without problems makes. */
export const callOf = (form: TryForm, values: Values): Call => {
  const textIn = (field: TryField): string => values[keyOfField(field)] ?? '';
  const given = form.fields.filter((field) => textIn(field) !== '' || (field.required && mayBeEmpty(field)));
  const at = (place: TryField['place']) => given.filter((field) => field.place === place);
  const query = new URLSearchParams(at('query').map((field) => [field.name, textIn(field)]));
  const path = form.path.replace(/\{(\w+)\}/g, (all, name: string) => {
    const field = at('path').find((one) => one.name === name);
    return field === undefined ? all : encodeURIComponent(textIn(field));
  });
  const members = at('body');
  const whole = members.find(({ name }) => name === '');
  const body = whole
    ? parsed(textIn(whole))
    : Object.fromEntries(members.map((field) => [field.name, isJson(field) ? parsed(textIn(field)) : textIn(field)]));
  return {
    method: form.method,
    address: query.size === 0 ? path : `${path}?${query}`,
    headers: Object.fromEntries(at('header').map((field) => [field.name, textIn(field)])),
    body: form.fields.some(({ place }) => place === 'body') ? JSON.stringify(body, null, 2) : undefined,
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The same for a shell; the key is the reader's own. */
export const curlOf = ({ method, address, headers, body }: Call): string =>
  [
    `curl -sS -u "$KEY:" ${method === 'GET' ? '' : `-X ${method} `}"$API"${quoted(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
  ].join(' \\\n  ');
