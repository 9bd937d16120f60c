/** What a reader that lies can do, each for so many occasions. */
export const LIES = {
  'other-card': 'The next cards go out under another number.',
  'plain-reply': 'The next replies of a secure session go out in the clear.',
  'wrong-mac': 'The next replies of a secure session bear a wrong MAC.',
  'wrong-cryptogram': 'The next handshakes are answered by somebody who does not have the key.',
  'wrong-first-mac': 'The next handshakes end in a MAC that is not what it should be, called a success.',
  'no-security': 'The next handshakes are refused, as by a reader that has no secure channel.',
  'wrong-sequence': 'The next replies bear the number of another question.',
  'strange-reply': 'The next replies are of a kind that nobody knows.',
} as const;
export type Lie = keyof typeof LIES;

/** Lies that wait for their occasion, and replies that are put off or refused on order. */
export interface Lies {
  readonly pending: Readonly<Partial<Record<Lie, number>>>;
  arm(lie: Lie, count: number): void;
  /** Whether to lie now; uses one up. */
  take(lie: Lie): boolean;
  clear(): void;
}

export const createLies = (): Lies => {
  const pending = new Map<Lie, number>();
  return {
    get pending() {
      return Object.fromEntries(pending);
    },
    arm: (lie, count) => void pending.set(lie, count),
    take: (lie) => {
      const count = pending.get(lie);
      if (count === undefined) return false;
      if (count > 1) pending.set(lie, count - 1);
      else pending.delete(lie);
      return true;
    },
    clear: () => pending.clear(),
  };
};
