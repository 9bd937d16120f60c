import { defineModule } from '../../kit/modules/module.ts';
import { deleteNote, listNotes, putNote } from './admin-notes.endpoints.ts';
import { adminNotesFaults, createAdminNotes } from './admin-notes.repo.ts';

export const adminNotesModule = defineModule('admin-notes', {
  owns: ['admin_note'],
  faults: adminNotesFaults,
  create: ({ clock, random }) => ({ adminNotes: createAdminNotes({ clock, random }) }),
})({
  endpoints: [listNotes, putNote, deleteNote],
});
