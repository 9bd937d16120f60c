import type { BoxStore } from '../store/box-store.ts';
import type { Stored } from '../store/box-writer.ts';

/** How far a pass has been used at this box. */
export interface PassUse {
  readonly used: number;
  /** Of the newest code that was shown: no older one counts any more, nor the same once more. */
  readonly lastStep: number;
}

/** What passes have done here. What is `stored` survives a power cut. */
export interface PassUses {
  find(passId: string): PassUse | undefined | 'unreadable';
  /** `untilS`: when the pass ends, in Unix seconds. */
  keep(passId: string, use: PassUse & { readonly untilS: number }): Stored;
  /** Forgets passes that had ended before `atS`, in Unix seconds: nobody can show them any more. */
  forgetBefore(atS: number): void;
}

export const passUses = ({ db, write }: Pick<BoxStore, 'db' | 'write'>): PassUses => {
  const select = db.prepare<[string], PassUse>('SELECT used, last_step AS lastStep FROM pass_use WHERE pass_id = ?');
  const upsert = db.prepare(
    `INSERT INTO pass_use (pass_id, used, last_step, until_s) VALUES (?, ?, ?, ?)
     ON CONFLICT (pass_id) DO UPDATE SET used = excluded.used, last_step = excluded.last_step`,
  );
  const forget = db.prepare('DELETE FROM pass_use WHERE until_s < ?');
  return {
    find: (passId) => {
      let found: PassUse | undefined;
      const read = write(() => {
        found = select.get(passId);
      });
      return read === 'stored' ? found : 'unreadable';
    },
    keep: (passId, { used, lastStep, untilS }) => write(() => void upsert.run(passId, used, lastStep, untilS)),
    forgetBefore: (atS) => void write(() => void forget.run(atS)),
  };
};
