import { type JsonLimits, type JsonRule, type JsonScan, scanJson } from './json-scan.ts';

/** Why bytes are not taken for JSON. */
export interface BrokenJson {
  readonly rule: JsonRule | 'invalid_utf8' | 'invalid_json';
  readonly message: string;
}
export interface JsonText extends Pick<JsonScan, 'oddNumbers' | 'hugeNumbers' | 'spotted'> {
  readonly value: unknown;
  readonly text: string;
}

export const JSON_DEPTH = 32;

const MESSAGES: Readonly<Record<JsonRule, string>> = {
  nested_too_deep: `must not be nested deeper than ${JSON_DEPTH} levels`,
  too_many_keys: 'has too many keys',
  too_many_values: 'has too many objects and arrays',
  duplicate_key: 'has the same key twice in one object',
  reserved_key: 'has a key that is not allowed (__proto__, constructor, prototype)',
  nul_character: 'has a NUL character',
  lone_surrogate: 'has half of a surrogate pair',
};

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes to a JSON value, by the rules that RFC 8259 leaves to us. Never throws. */
export const readJson = (bytes: Buffer, limits: Omit<JsonLimits, 'depth'>): JsonText | BrokenJson => {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    return { rule: 'invalid_utf8', message: 'is not UTF-8' };
  }
  const { broken, oddNumbers, hugeNumbers, spotted } = scanJson(bytes, { ...limits, depth: JSON_DEPTH });
  if (broken !== undefined) return { rule: broken, message: MESSAGES[broken] };
  try {
    return { value: JSON.parse(text), text, oddNumbers, hugeNumbers, spotted };
  } catch {
    return { rule: 'invalid_json', message: 'is not JSON' };
  }
};
