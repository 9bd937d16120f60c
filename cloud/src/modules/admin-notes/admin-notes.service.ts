import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../db/unit-of-work.ts';
import { adminNotesFault } from './admin-notes.faults.ts';
import { adminNotesRepo } from './admin-notes.repo.ts';
import type { AdminNoteTable } from './admin-notes.tables.ts';

const NOTES_MAX = 200;

export interface AdminNote {
  /** `note_…` */
  readonly noteId: string;
  readonly text: string;
  readonly writtenBy: string;
  readonly writtenAt: string;
  readonly changedBy: string;
  readonly changedAt: string;
}
export type AdminNotesService = ReturnType<typeof createAdminNotesService>;

/** Notes of staff about a facility. */
export const createAdminNotesService = ({ clock, random }: { clock: Pick<Clock, 'wallMs'>; random: RandomBytes }) => ({
  /** All of them, the newest first. */
  list: async (tx: Tx, facilityId: string): Promise<AdminNote[]> =>
    (await adminNotesRepo(tx).list(facilityId, NOTES_MAX)).map(viewOf),

  /** Writes a new note, or with `noteId` changes that one. */
  put: async (
    tx: Tx,
    facilityId: string,
    { noteId, text, by }: { readonly noteId?: string | undefined; readonly text: string; readonly by: string },
  ): Promise<AdminNote> => {
    const repo = adminNotesRepo(tx);
    const changed = { text, changed_by: by, changed_at: clock.wallMs() };
    if (noteId !== undefined) {
      const row = await repo.change({ id: noteId, facilityId }, changed);
      if (row === undefined) throw adminNotesFault('note_unknown', 'noteId: this facility has no such note.');
      return viewOf(row);
    }
    if ((await repo.count(facilityId)) >= NOTES_MAX)
      throw adminNotesFault('too_many_notes', `This facility has ${NOTES_MAX} notes already.`);
    const id = randomId('note', random);
    const row = { id, facility_id: facilityId, ...changed, written_by: by, written_at: changed.changed_at };
    await repo.insert(row);
    return viewOf(row);
  },

  remove: async (tx: Tx, facilityId: string, noteId: string): Promise<void> => {
    if (!(await adminNotesRepo(tx).remove({ id: noteId, facilityId })))
      throw adminNotesFault('note_unknown', 'This facility has no such note.');
  },
});

const viewOf = (row: Selectable<AdminNoteTable>): AdminNote => ({
  noteId: row.id,
  text: row.text,
  writtenBy: row.written_by,
  writtenAt: isoOf(Number(row.written_at)),
  changedBy: row.changed_by,
  changedAt: isoOf(Number(row.changed_at)),
});
