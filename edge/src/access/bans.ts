import type { BoxStore } from '../store/box-store.ts';

/** Somebody who was banned at this box. */
export interface Ban {
  readonly person: number;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** The keyed hashes of the members who they are: what they are found by should their number change. */
  readonly members: string[];
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
  /** Counts from now on, and is kept as soon as the disk takes it. */
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

/** Who was banned at this box, and no snapshot says so yet. Read once, so that no disk keeps anybody out or lets them in. */
export const createBans = ({ db, keep, doorsKept }: Pick<BoxStore, 'db' | 'keep' | 'doorsKept'>): Bans => {
  const insert = db.prepare('INSERT OR IGNORE INTO ban (person, by, reason, at_ms, members) VALUES (?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM ban WHERE person = ?');
  const rows = db.prepare<[], Row>('SELECT * FROM ban').all();
  const all = new Map(
    rows.map(({ at_ms, members, ...row }): [number, Ban] => [
      row.person,
      { ...row, atMs: at_ms, members: JSON.parse(members) as string[] },
    ]),
  );

  const put = (ban: Ban): void => {
    const { person, by, reason, atMs, members } = ban;
    if (!all.has(person)) all.set(person, ban);
    keep(`ban ${person}`, () => void insert.run(person, by, reason, atMs, JSON.stringify(members)));
    doorsKept.bansAre([...all.values()]);
  };
  const forget = (person: number): void => {
    all.delete(person);
    keep(`ban ${person}`, () => void remove.run(person));
    doorsKept.bansAre([...all.values()]);
  };
  const follow = ({ isThere, personOf }: BannedNow): void => {
    for (const ban of [...all.values()]) {
      if (isThere(ban.person)) continue;
      // By their cards nobody is followed: a card may be somebody else's by now.
      const found = ban.members.flatMap((member) => personOf(member) ?? []);
      for (const person of found) put({ ...ban, person });
      if (found.length > 0) forget(ban.person);
    }
  };
  return {
    has: (person) => all.has(person),
    count: () => all.size,
    add: put,
    settle: (now) => {
      follow(now);
      for (const person of [...all.keys()].filter(now.saysBanned)) forget(person);
    },
    forgetAll: () => {
      for (const person of [...all.keys()]) forget(person);
    },
  };
};
