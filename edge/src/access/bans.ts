import type { Db } from '../store/database.ts';

export interface Bans {
  has(person: number): boolean;
  count(): number;
  /** Kept when it returns; throws where the disk does not take it, and then still counts until a restart. */
  add(ban: { readonly person: number; readonly by: string; readonly reason: string; readonly atMs: number }): void;
  /** Forgets those of whom a snapshot says the same by now. Nothing else lifts a ban of this box. */
  settle(saidBySnapshot: (person: number) => boolean): void;
  forgetAll(): void;
}

/** Who was banned at this box, and no snapshot says so yet. */
export const createBans = (db: Db): Bans => {
  const insert = db.prepare('INSERT OR IGNORE INTO ban VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM ban WHERE person = ?');
  const all = new Set(db.prepare<[], number>('SELECT person FROM ban').pluck().all());
  return {
    has: (person) => all.has(person),
    count: () => all.size,
    add: ({ person, by, reason, atMs }) => {
      all.add(person);
      insert.run(person, by, reason, atMs);
    },
    settle: (saidBySnapshot) => {
      for (const person of [...all].filter(saidBySnapshot)) {
        remove.run(person);
        all.delete(person);
      }
    },
    forgetAll: () => {
      db.exec('DELETE FROM ban');
      all.clear();
    },
  };
};
