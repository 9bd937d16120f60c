/** Challenges that were answered once: they are not taken again while they would still be fresh. */
export interface UsedChallengeTable {
  nonce: string;
  expires_at: number;
}

declare module '../kit/db/tables.ts' {
  interface Tables {
    used_challenge: UsedChallengeTable;
  }
}
