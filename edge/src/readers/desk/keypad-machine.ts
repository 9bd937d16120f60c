import type { Presented } from '../../access/access.ts';
import type { ReaderKey } from '../reader.ts';

/** Who is at the keypad, as far as it has come. Digits are a PIN's: they stand here and nowhere else. */
export type Keypad =
  | { readonly at: 'idle' }
  /** Somebody types the number that they are known by. */
  | { readonly at: 'number'; readonly digits: string }
  /** The PIN is typed of whoever presented this. */
  | { readonly at: 'pin'; readonly of: Known; readonly digits: string }
  /** A card is being decided. Who knows that it wants a PIN types it meanwhile. */
  | { readonly at: 'asked'; readonly of: Known; readonly digits: string; readonly entered: boolean };

interface Known {
  readonly kind: 'card' | 'short_id';
  readonly text: string;
}

export type KeypadInput =
  | { readonly on: 'key'; readonly key: ReaderKey }
  | { readonly on: 'card'; readonly card: string }
  /** What was asked about this card has its answer. */
  | { readonly on: 'answered'; readonly card: string; readonly pinNeeded: boolean }
  /** Nobody has typed for a while. */
  | { readonly on: 'quiet' };

export type KeypadEffect =
  | { readonly do: 'ask'; readonly presented: Extract<Presented, { kind: 'card' | 'short_id' }> }
  | { readonly do: 'show'; readonly signal: 'pin' | 'again' };

export type KeypadStep = readonly [Keypad, ...KeypadEffect[]];

/** Shortest and longest: of a short id, and of a PIN. */
const NUMBER = { min: 3, max: 10 };
const PIN = { min: 4, max: 12 };

export const IDLE: Keypad = { at: 'idle' };
const again: KeypadEffect = { do: 'show', signal: 'again' };
const fits = ({ length }: string, { min, max }: typeof PIN): boolean => length >= min && length <= max;

/**
 * Pure: a card, then its PIN and `#` where it asks for one; or a number, `#`, the PIN and `#`. `*` takes back what was
 * typed, and with nothing typed gives up. A card in the middle of it begins anew.
 */
export const step = (state: Keypad, input: KeypadInput): KeypadStep => {
  switch (input.on) {
    case 'card':
      return presented(state, input.card);
    case 'answered':
      return answered(state, input);
    case 'quiet':
      return state.at === 'asked' ? [state] : [IDLE];
    case 'key':
      return pressed(state, input.key);
  }
};

const presented = (state: Keypad, card: string): KeypadStep => {
  const ask: KeypadEffect = { do: 'ask', presented: { kind: 'card', text: card } };
  // One is decided at a time: the second is answered so, and what belongs to the first stays its own.
  if (state.at === 'asked') return [state, ask];
  // A card that is still held to the reader takes back nothing of its PIN.
  if (state.at === 'pin' && state.of.kind === 'card' && state.of.text === card)
    return state.digits === '' ? [state, { do: 'show', signal: 'pin' }] : [state];
  return [{ at: 'asked', of: { kind: 'card', text: card }, digits: '', entered: false }, ask];
};

const answered = (state: Keypad, { card, pinNeeded }: { card: string; pinNeeded: boolean }): KeypadStep => {
  if (state.at !== 'asked' || state.of.text !== card) return [state];
  if (!pinNeeded) return [IDLE];
  const { of, digits, entered } = state;
  return entered ? enter(of, digits) : [{ at: 'pin', of, digits }];
};

const pressed = (state: Keypad, key: ReaderKey): KeypadStep => {
  if (key === '*') return cleared(state);
  if (key === '#') return entered(state);
  switch (state.at) {
    case 'idle':
      return [{ at: 'number', digits: key }];
    case 'number':
      return state.digits.length < NUMBER.max ? [{ ...state, digits: state.digits + key }] : [IDLE, again];
    case 'pin':
      return state.digits.length < PIN.max ? [{ ...state, digits: state.digits + key }] : [IDLE, again];
    case 'asked':
      return state.entered || state.digits.length >= PIN.max ? [state] : [{ ...state, digits: state.digits + key }];
  }
};

const cleared = (state: Keypad): KeypadStep => {
  switch (state.at) {
    case 'idle':
      return [IDLE];
    case 'number':
      return [IDLE, again];
    case 'pin':
      return state.digits === ''
        ? [IDLE, again]
        : [
            { ...state, digits: '' },
            { do: 'show', signal: 'pin' },
          ];
    case 'asked':
      return [{ ...state, digits: '', entered: false }];
  }
};

const entered = (state: Keypad): KeypadStep => {
  switch (state.at) {
    case 'idle':
      return [IDLE];
    case 'number': {
      const of = { kind: 'short_id', text: state.digits } as const;
      return fits(state.digits, NUMBER)
        ? [
            { at: 'pin', of, digits: '' },
            { do: 'show', signal: 'pin' },
          ]
        : [IDLE, again];
    }
    case 'pin':
      return enter(state.of, state.digits);
    case 'asked':
      return state.digits === '' ? [state] : [{ ...state, entered: true }];
  }
};

const enter = (of: Known, digits: string): KeypadStep =>
  fits(digits, PIN) ? [IDLE, { do: 'ask', presented: { ...of, pin: digits } }] : [IDLE, again];
