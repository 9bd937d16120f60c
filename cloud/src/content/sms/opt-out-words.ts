/** What somebody who answers a text means by it. `none`: nothing that we act on. */
export type Meaning = 'out' | 'resume' | 'help' | 'none';

const KEYWORDS: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(
    ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'].map(
      (word) => [word, 'out'] as const,
    ),
  ),
  ...Object.fromEntries(['start', 'yes', 'unstop'].map((word) => [word, 'resume'] as const)),
  ...Object.fromEntries(['help', 'info'].map((word) => [word, 'help'] as const)),
};

const SENDING = '(?:text|message|messag|contact|sms|writ|send|spamm?|bother)';
/** Other wordings that leave no doubt. A sentence that only has one of the keywords in it is none: *stop by tomorrow*. */
const WORDINGS: readonly RegExp[] = [
  new RegExp(`\\b(?:stop|quit|cease) (?:all |any |with |these |those |the |your |ur |this |${SENDING}(?:e|ing)?)`),
  /^(?:please )?stop(?: (?:it|now|please|all|this|that|asap|thanks?|thank you))+$/,
  /\bplease stop$/,
  /\b(?:unsubscribe|un subscribe|opt(?:ed|ing)? ?(?:me )?out|revoke (?:my )?consent|withdraw (?:my )?consent)\b/,
  /\b(?:remove|delete|take|erase) (?:me|my (?:phone ?)?number|this (?:phone ?)?number)\b/,
  new RegExp(`\\b(?:do not|dont|never) (?:ever )?${SENDING}e? ?(?:to )?(?:me|us|this|again|any)`),
  /\bno (?:more|further) (?:texts?|messages?|sms|spam|marketing)\b/,
  new RegExp(`\\b(?:do not|dont) want (?:\\w+ ){0,8}?(?:texts?|messages?|sms|spam|${SENDING}ing)\\b`),
  /\bleave me alone\b/,
];
const TAKEN_BACK = /\b(?:do not|dont|never) (?:stop|unsubscribe|opt ?out|remove me|take me off|delete me)\b/;

/** A text as its words, in lower case: no signs, no accents, one space between. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’`]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Reads an answer: a keyword alone, or a wording by which nobody can mean anything but that they want no more. */
export const meaningOf = (text: string): Meaning => {
  const words = wordsOf(text.slice(0, 1_600));
  const keyword = Object.hasOwn(KEYWORDS, words) ? KEYWORDS[words] : undefined;
  if (keyword !== undefined) return keyword;
  if (TAKEN_BACK.test(words)) return 'none';
  return WORDINGS.some((wording) => wording.test(words)) ? 'out' : 'none';
};
