import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { deleteNote, listNotes, putNote } from './admin-notes.endpoints.ts';
import { adminNotesFaults, createAdminNotes } from './admin-notes.repo.ts';

export const adminNotesModule = defineModule('admin-notes', {
  owns: {
    admin_note: copy('id facility_id written_by written_at changed_by changed_at', { mask: { text: 'text' } }),
  },
  faults: adminNotesFaults,
  create: ({ clock, random }) => ({ adminNotes: createAdminNotes({ clock, random }) }),
})({
  endpoints: [listNotes, putNote, deleteNote],
});
