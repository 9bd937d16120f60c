import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { z } from 'zod';
import { type Arriving, openBodyStream } from './body-stream.ts';
import { kitFault } from './kit-faults.ts';
import { parseFields, wrongField } from './validate.ts';

/** What a form may bring under one name. */
export interface FileRule {
  readonly types: readonly [string, ...string[]];
  readonly bytes: number;
  /** What it is, for the document. */
  readonly description?: string;
  /** So many at most: one unless said otherwise. */
  readonly count?: number;
  readonly optional?: true;
}

/** A form (multipart/form-data, RFC 7578): its files by name, and a schema of its other fields, which are texts. */
export interface FormRule {
  readonly files: Readonly<Record<string, FileRule>>;
  readonly fields?: z.ZodType;
  readonly seconds?: number;
}

/** A file on its way. What it really is, the handler finds out: its name and type are only what the client says. */
export interface FormFile<Name extends string = string> {
  readonly name: Name;
  readonly fileName: string | undefined;
  readonly type: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Form<Fields, Name extends string> {
  /**
   * Takes the files one after the other as they arrive, and none before the last one is dealt with; resolves with the
   * fields once all of it was there. Nothing is kept in between: what `take` has put away, it takes back where this rejects.
   */
  receive(take: (file: FormFile<Name>) => Promise<void>): Promise<Fields>;
}

export type FormOf<R extends FormRule> = Form<
  R extends { readonly fields: infer F extends z.ZodType } ? z.output<F> : Readonly<Record<string, never>>,
  keyof R['files'] & string
>;

export const FORM_TYPE = 'multipart/form-data';
/** For fields, and for what stands around the parts. */
const BESIDE_FILES = 1_048_576;
const FIELD = 65_536;
const FIELDS = 100;

export const openForm = (
  clock: Clock,
  exchange: Arriving,
  rule: FormRule,
): Form<unknown, string> & { close(): void } => {
  const rules = Object.values(rule.files);
  const bytes = rules.reduce((sum, { bytes, count = 1 }) => sum + bytes * count, BESIDE_FILES);
  const { seconds } = rule;
  const stream = openBodyStream(clock, exchange, {
    types: [FORM_TYPE],
    bytes,
    ...(seconds !== undefined && { seconds }),
  });
  const parser = parserOf(exchange.request.headers['content-type'], rule);
  return { receive: (take) => receive(parser, stream, rule, take), close: stream.close };
};

const parserOf = (contentType: string | undefined, { files }: FormRule): BusboyInstance => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType ?? '' },
      limits: { fieldNameSize: 100, fieldSize: FIELD, fields: FIELDS, headerPairs: 20, headerSize: 16_384 },
      isPartAFile: (name) => name !== undefined && Object.hasOwn(files, name),
    });
  } catch {
    throw kitFault('unsupported_media_type', `Send the body as ${FORM_TYPE}, with its boundary.`);
  }
};

const receive = async (
  parser: BusboyInstance,
  stream: AsyncIterable<Uint8Array>,
  rule: FormRule,
  take: (file: FormFile) => Promise<void>,
): Promise<unknown> => {
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const fields: [string, string][] = [];
  const files = new Map<string, number>();
  let arriving: BusboyFileStream | undefined;
  let over = false;
  let turn = Promise.resolve();
  parser.on('file', (name, file, fileName, _encoding, type) => {
    file.on('error', fail);
    turn = turn.then(async () => {
      if (over) return;
      arriving = file;
      const { bytes } = admitted(rule, files, { name, type });
      await take({ name, fileName, type, bytes: bounded(file, name, bytes) });
      file.resume(); // What the handler has no use for.
    });
    turn.catch(fail);
  });
  parser.on('field', (name: string | undefined, value, _nameIsCut, isCut) => {
    if (name === undefined) fail(malformed());
    else if (isCut) fail(tooLarge(name, FIELD));
    else fields.push([name, value]);
  });
  parser.on('fieldsLimit', () => fail(wrongField('body', 'too_many', `has more than ${FIELDS} fields`)));
  parser.on('error', () => fail(malformed()));
  const finished = new Promise<void>((resolve) => parser.on('finish', resolve));
  const feed = async (): Promise<void> => {
    for await (const chunk of stream) {
      if (over) return;
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end();
    await finished;
    await turn;
  };
  try {
    await Promise.race([failed, feed()]);
  } catch (error) {
    over = true;
    arriving?.destroy(error as Error);
    await turn.catch(() => undefined);
    throw error;
  }
  for (const [name, { optional }] of Object.entries(rule.files))
    if (!optional && !files.has(name)) throw wrongField(`body.${name}`, 'required', 'is required: a file');
  return parseFields(rule.fields, fields);
};

/** Counts a file in, or refuses it by its name. */
const admitted = (
  rule: FormRule,
  files: Map<string, number>,
  { name, type }: { name: string; type: string },
): FileRule => {
  const file = rule.files[name] as FileRule;
  const { types, count = 1 } = file;
  const before = files.get(name) ?? 0;
  if (before === count)
    throw wrongField(`body.${name}`, 'too_many', `may come ${count === 1 ? 'once' : `${count} times`} at most`);
  if (!types.includes(type))
    throw kitFault('unsupported_media_type', `body.${name}: send it as one of ${types.join(', ')}.`);
  files.set(name, before + 1);
  return file;
};

async function* bounded(file: BusboyFileStream, name: string, bytes: number): AsyncGenerator<Uint8Array, void> {
  let left = bytes;
  for await (const chunk of file.iterator({ destroyOnReturn: false })) {
    left -= chunk.length;
    if (left < 0) throw tooLarge(name, bytes);
    yield chunk;
  }
}

const tooLarge = (name: string, bytes: number) =>
  kitFault('payload_too_large', `body.${name}: is larger than ${bytes} bytes.`);
const malformed = () => wrongField('body', 'malformed', `is no complete ${FORM_TYPE}`);
