import { Bug } from '@gatehouse/shared/fault/fault.ts';

const MEDIA = Symbol('media');

/** Read one after the other, and no faster than the client takes them. */
export type Chunks = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** Both ends are inside, and counted from 0. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

interface Described {
  /** One of the media types that the endpoint declares; parameters may follow. */
  readonly type: string;
  /** The name of the file that a browser saves it as; without one it may show it. */
  readonly download?: string;
}

/** What a handler answers where its success is declared as `bytes`: a whole of known length, of which a part may be asked for. */
export interface BytesAnswer extends Described {
  readonly [MEDIA]: 'bytes';
  readonly length: number;
  /** Other bytes have another tag: who has these already is not sent them again, and parts of them fit together. */
  readonly tag?: string;
  /** Gives the bytes of the range. The signal says that nobody wants the rest. */
  readonly read: (range: ByteRange, signal: AbortSignal) => Chunks;
}

/** What a handler answers where its success is declared as `stream`: as long as it comes, from the beginning. */
export interface StreamAnswer extends Described {
  readonly [MEDIA]: 'stream';
  /** Of events: they come to an end by themselves, so that a server that is to stop lets them. What fails before the first is refused. */
  readonly ends?: true;
  /** All of it, where it turned out to be there already: then nothing is read. */
  readonly whole?: string;
  readonly read: (signal: AbortSignal) => Chunks;
}

export type MediaAnswer = BytesAnswer | StreamAnswer;

/** Bytes that are there, or that are read by and by. Nothing is read before the request is known to be answered with them. */
export const bytesAnswer = ({
  bytes,
  ...described
}: Described &
  Pick<BytesAnswer, 'tag'> & { readonly bytes: Uint8Array | Pick<BytesAnswer, 'length' | 'read'> }): BytesAnswer => {
  if (described.tag !== undefined && !/^[\x21\x23-\x7e]+$/.test(described.tag))
    throw new Bug('a tag has other characters');
  const source = bytes instanceof Uint8Array ? { length: bytes.length, read: partsOf(bytes) } : bytes;
  return { [MEDIA]: 'bytes', ...described, length: source.length, read: source.read };
};

/**
 * What is made while it is sent: an export, a feed. What it throws before its first chunk is answered as any fault; after
 * that the connection is cut, so that nobody takes half of it for the whole.
 */
export const streamAnswer = (answer: Omit<StreamAnswer, typeof MEDIA | 'whole'>): StreamAnswer => ({
  [MEDIA]: 'stream',
  ...answer,
});

/** The same where all of it is there: a text that is sent at once. */
export const textAnswer = ({ type, text }: { readonly type: string; readonly text: string }): StreamAnswer => ({
  [MEDIA]: 'stream',
  type,
  whole: text,
  read: () => [text],
});

/** Which of the two a handler answered with, if any. */
export const mediaIn = (answer: unknown): MediaAnswer | undefined =>
  typeof answer === 'object' && answer !== null && MEDIA in answer ? (answer as MediaAnswer) : undefined;

export const isBytes = (media: MediaAnswer): media is BytesAnswer => media[MEDIA] === 'bytes';

const CHUNK = 65_536;

const partsOf = (bytes: Uint8Array): BytesAnswer['read'] =>
  function* ({ from, to }) {
    for (let at = from; at <= to; at += CHUNK) yield bytes.subarray(at, Math.min(at + CHUNK, to + 1));
  };
