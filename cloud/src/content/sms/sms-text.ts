/** What the provider takes at most, in UTF-16 units. */
export const TEXT_MAX = 1_600;
/** In each text, in words that phones and networks know. */
export const WAY_OUT = 'Reply STOP to opt out.';

// Line breaks are kept in what people write, and nothing else of this kind: a reader would not see what it does.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A name as it may stand before a text: on one line, and nothing in it that turns what follows around. */
const asSender = (name: string): string => name.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim().slice(0, 60).trim();

/** The text as it is sent: who it is from, what it says, and how to end it. */
export const textToSend = (sender: string, text: string): string =>
  `${asSender(sender)}: ${text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim()}\n${WAY_OUT}`;
