import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';

const NOTES_MAX = 200;

export const adminNotesFaults = defineFaults({
  note_unknown: callersFault(404, 'No such note', 'This facility has no note with this id. It may have been removed.'),
  too_many_notes: callersFault(
    409,
    'The facility has as many notes as it may',
    'A facility keeps 200 notes at most. Remove some that nobody needs any more.',
  ),
});
const fault = faultsOf(adminNotesFaults);

/** Something that staff of a facility should know of it. */
interface AdminNoteTable {
  id: string;
  facility_id: string;
  text: string;
  /** `user:<id>`. */
  written_by: string;
  written_at: number;
  changed_by: string;
  changed_at: number;
}
declare module '../../kit/db/tables.ts' {
  interface Tables {
    admin_note: AdminNoteTable;
  }
}

export type AdminNotes = ReturnType<typeof createAdminNotes>;

export const createAdminNotes = ({ clock, random }: Pick<Environment, 'clock' | 'random'>) => ({
  /** All of them, the newest first. */
  list: async (tx: Tx, facilityId: FacilityId) => {
    const notes = tx.selectFrom('admin_note').where('facility_id', '=', facilityId).selectAll();
    const newest = await notes.orderBy('written_at', 'desc').orderBy('id', 'desc').limit(NOTES_MAX).execute();
    return newest.map(viewOf);
  },

  /** Writes a new note, or with `noteId` changes that one. */
  put: async (
    tx: Tx,
    facilityId: FacilityId,
    { noteId, text, by }: { readonly noteId?: string | undefined; readonly text: string; readonly by: string },
  ) => {
    const changed = { text, changed_by: by, changed_at: clock.wallMs() };
    if (noteId !== undefined) {
      const note = tx.updateTable('admin_note').where('id', '=', noteId).where('facility_id', '=', facilityId);
      const row = await note.set(changed).returningAll().executeTakeFirst();
      if (row === undefined) throw fault('note_unknown', 'noteId: this facility has no such note.');
      return viewOf(row);
    }
    const notes = tx.selectFrom('admin_note').where('facility_id', '=', facilityId);
    const { count } = await notes.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow();
    if (Number(count) >= NOTES_MAX) throw fault('too_many_notes', `This facility has ${NOTES_MAX} notes already.`);
    const written = { written_by: by, written_at: changed.changed_at };
    const row = { id: randomId('note', random), facility_id: facilityId, ...changed, ...written };
    await tx.insertInto('admin_note').values(row).execute();
    return viewOf(row);
  },

  remove: async (tx: Tx, facilityId: FacilityId, noteId: string): Promise<void> => {
    const note = tx.deleteFrom('admin_note').where('id', '=', noteId).where('facility_id', '=', facilityId);
    const gone = await note.returning('id').executeTakeFirst();
    if (gone === undefined) throw fault('note_unknown', 'This facility has no such note.');
  },
});

const viewOf = (row: Selectable<AdminNoteTable>) => ({
  noteId: row.id,
  text: row.text,
  writtenBy: row.written_by,
  writtenAt: isoOf(Number(row.written_at)),
  changedBy: row.changed_by,
  changedAt: isoOf(Number(row.changed_at)),
});
