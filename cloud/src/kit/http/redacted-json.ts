import { JSON_DEPTH } from './json-text.ts';
import { withoutAnyKey } from './loggable-path.ts';
import {
  CUTS_MAX,
  cutsIn,
  SEARCHED_MAX,
  SECRET_MIN,
  type Secrets,
  secretsIn,
  withoutBeginnings,
} from './secrets-in-text.ts';
import type { ShownFields } from './shown-fields.ts';

export type { Secrets } from './secrets-in-text.ts';

/** Of each part of an exchange so many bytes are looked at, and so many bytes of text kept. */
export const KEPT_BYTES = 16_384;

/** A part of an exchange as it may be read by whoever may read its request log. */
export interface Redacted {
  /** Laid out for people; what is not shown has its kind in brackets, as `[text]`. */
  readonly text: string;
  /** `cut`: there was more of it. `not_json`: behind the text it is no JSON. */
  readonly state: 'whole' | 'cut' | 'not_json';
}

/**
 * Reads the beginning of a JSON text, at most `KEPT_BYTES`, and writes down what the schema declares and does not withhold:
 * neither the value nor the name of a member that nobody declared. One pass, whatever was sent. `isWhole`: the bytes are all
 * there are.
 */
export const redactedJson = (
  bytes: Uint8Array,
  {
    isWhole,
    fields,
    secrets,
  }: { readonly isWhole: boolean; readonly fields: ShownFields | undefined; readonly secrets: Secrets },
): Redacted => {
  let text: string;
  try {
    // What is cut within a character ends before it.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, KEPT_BYTES), { stream: true });
  } catch {
    return { text: '', state: 'not_json' };
  }
  return new Redactor(text, isWhole && bytes.length <= KEPT_BYTES, secrets).run(fields);
};

class Ended {
  readonly state: Redacted['state'];
  constructor(state: Redacted['state']) {
    this.state = state;
  }
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \n\r\t]*/y;
/** Longer ones are shown as far. */
const SCALAR_MAX = 500;
const PLAIN = /^[a-z0-9_]+$/;

class Redactor {
  readonly #text: string;
  readonly #isWhole: boolean;
  /** Those that the text may have in it. */
  readonly #known: RegExp | undefined;
  readonly #secrets: Secrets;
  readonly #out: string[] = [];
  #at = 0;
  #left = KEPT_BYTES;
  #cutsLeft = CUTS_MAX;
  /** Within something that is not shown. */
  #silent = false;

  constructor(text: string, isWhole: boolean, secrets: Secrets) {
    this.#text = text;
    this.#isWhole = isWhole;
    this.#known = secretsIn(text, secrets);
    this.#secrets = secrets;
  }

  run(fields: ShownFields | undefined): Redacted {
    try {
      this.#value(fields, 0);
      this.#take(SPACE);
      throw new Ended(this.#at < this.#text.length ? 'not_json' : this.#isWhole ? 'whole' : 'cut');
    } catch (ended) {
      if (!(ended instanceof Ended)) throw ended;
      return { text: this.#out.join('').trimEnd(), state: ended.state };
    }
  }

  #value(fields: ShownFields | undefined, depth: number): void {
    this.#take(SPACE);
    const next = this.#text[this.#at];
    if (next === '{' || next === '[') {
      const isShown = fields !== undefined && (next === '{' ? fields.members.size > 0 : fields.each !== undefined);
      if (depth >= JSON_DEPTH) throw new Ended('cut');
      this.#inside(next, isShown ? fields : undefined, depth);
      return;
    }
    this.#scalar(fields?.scalar === true, next);
  }

  #scalar(isShown: boolean, next: string | undefined): void {
    if (next === '"') {
      const value = this.#string();
      if (isShown || value === '') this.#write(JSON.stringify(this.#clean(value)));
      else this.#withhold(value, 'text');
      return;
    }
    const word = this.#take(WORD);
    if (word !== '') {
      this.#write(isShown || word === 'null' ? word : '[true or false]');
      return;
    }
    const number = this.#take(NUMBER);
    if (number === '') throw this.#broken();
    // The rest of it may be behind what is looked at.
    if (this.#at === this.#text.length && !this.#isWhole) throw new Ended('cut');
    if (isShown) this.#write(number.slice(0, SCALAR_MAX));
    else this.#withhold(number, 'number');
  }

  /** The members of an object or the items of an array; of one that is not shown only the end is looked for. */
  #inside(open: '{' | '[', fields: ShownFields | undefined, depth: number): void {
    const close = open === '{' ? '}' : ']';
    const wasSilent = this.#silent;
    if (fields === undefined) {
      this.#write(open === '{' ? '[object]' : '[list]');
      this.#silent = true;
    }
    this.#at++;
    this.#write(open);
    let isEmpty = true;
    for (; this.#next() !== close; isEmpty = false) {
      if (!isEmpty) {
        if (this.#next() !== ',') throw this.#broken();
        this.#at++;
        this.#write(',');
        this.#next();
      }
      this.#write(lineOf(depth + 1));
      this.#value(open === '{' ? this.#member(fields) : fields?.each, depth + 1);
    }
    this.#at++;
    this.#write(isEmpty ? close : `${lineOf(depth)}${close}`);
    this.#silent = wasSilent;
  }

  /** The name of a member and its colon; resolves to what may be shown of its value. */
  #member(fields: ShownFields | undefined): ShownFields | undefined {
    if (this.#next() !== '"') throw this.#broken();
    const name = this.#string();
    const isDeclared = fields?.members.has(name) === true;
    if (!isDeclared) this.#remember(name);
    if (this.#next() !== ':') throw this.#broken();
    this.#at++;
    this.#write(isDeclared ? `${JSON.stringify(name)}: ` : '[not declared]: ');
    return fields?.members.get(name);
  }

  #string(): string {
    const token = this.#take(STRING);
    if (token === '') throw this.#broken();
    try {
      return JSON.parse(token) as string;
    } catch {
      throw new Ended('not_json');
    }
  }

  #withhold(value: string, kind: string): void {
    this.#remember(value);
    this.#write(`[${kind}]`);
  }

  #remember(value: string): void {
    if (value.length >= SECRET_MIN) this.#secrets.add(value);
  }

  #clean(value: string): string {
    if (this.#secrets.size > SEARCHED_MAX && (!PLAIN.test(value) || this.#secrets.has(value))) return '[withheld]';
    // Keys last: what stands for one is no part of a secret that had it in it.
    const rest = this.#withoutBeginnings(value);
    const clean = withoutAnyKey(this.#known === undefined ? rest : rest.replace(this.#known, '[withheld]'));
    return clean.length <= SCALAR_MAX ? clean : `${clean.slice(0, SCALAR_MAX).toWellFormed()}…`;
  }

  #withoutBeginnings(text: string): string {
    const cuts = this.#secrets.size === 0 || this.#secrets.size > SEARCHED_MAX ? 0 : cutsIn(text);
    if (cuts === 0) return text;
    this.#cutsLeft -= cuts;
    return this.#cutsLeft < 0 ? '[withheld]' : withoutBeginnings(text, this.#secrets);
  }

  #write(piece: string): void {
    if (this.#silent) return;
    const bytes = Buffer.byteLength(piece);
    if (bytes > this.#left) throw new Ended('cut');
    this.#left -= bytes;
    this.#out.push(piece);
  }

  #take(token: RegExp): string {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #next(): string {
    this.#take(SPACE);
    return this.#text[this.#at] ?? '';
  }

  /** What cannot go on: the end of what was looked at, or no JSON. */
  #broken(): Ended {
    return new Ended(this.#isWhole || this.#isOdd() ? 'not_json' : 'cut');
  }

  /** Whether what comes next can be the beginning of nothing. */
  #isOdd(): boolean {
    const rest = this.#text.slice(this.#at);
    return rest !== '' && !rest.startsWith('"') && !/^(?:-|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(rest);
  }
}

const lineOf = (depth: number): string => `\n${'  '.repeat(depth)}`;
