import type { Db } from '../store/database.ts';

/** Somebody who was banned at this box. */
export interface Ban {
  readonly person: number;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** The keyed hashes of the members who they are: what they are found by should their number change. */
  readonly members: readonly string[];
}

/** What a new snapshot says of those who are banned. */
export interface BannedNow {
  readonly isThere: (person: number) => boolean;
  readonly saysBanned: (person: number) => boolean;
  /** Whose number a member has by now. */
  readonly personOf: (member: string) => number | undefined;
}

export interface Bans {
  has(person: number): boolean;
  count(): number;
  /** Kept when it returns; throws where the disk does not take it, and then still counts until a restart. */
  add(ban: Ban): void;
  /**
   * Follows members whom staff have made a person of their own, which gives them another number, and forgets bans that the
   * snapshot says too by now. Nothing else lifts a ban of this box.
   */
  settle(now: BannedNow): void;
  forgetAll(): void;
}

interface Row {
  readonly person: number;
  readonly by: string;
  readonly reason: string;
  readonly at_ms: number;
  readonly members: string;
}

/** Who was banned at this box, and no snapshot says so yet. */
export const createBans = (db: Db): Bans => {
  const insert = db.prepare('INSERT OR IGNORE INTO ban (person, by, reason, at_ms, members) VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM ban WHERE person = ?');
  const rows = db.prepare<[], Row>('SELECT * FROM ban');
  const all = new Set(rows.all().map(({ person }) => person));

  const follow = ({ isThere, personOf }: BannedNow): void => {
    for (const { person, by, reason, at_ms, members } of rows.all()) {
      if (isThere(person)) continue;
      // By their cards nobody is followed: a card may be somebody else's by now.
      const found = (JSON.parse(members) as string[]).flatMap((member) => personOf(member) ?? []);
      for (const number of found) {
        all.add(number);
        insert.run(number, by, reason, at_ms, members);
      }
      if (found.length > 0) forget(person);
    }
  };
  const forget = (person: number): void => {
    remove.run(person);
    all.delete(person);
  };
  return {
    has: (person) => all.has(person),
    count: () => all.size,
    add: ({ person, by, reason, atMs, members }) => {
      all.add(person);
      insert.run(person, by, reason, atMs, JSON.stringify(members));
    },
    settle: (now) => {
      follow(now);
      for (const person of [...all].filter(now.saysBanned)) forget(person);
    },
    forgetAll: () => {
      db.exec('DELETE FROM ban');
      all.clear();
    },
  };
};
