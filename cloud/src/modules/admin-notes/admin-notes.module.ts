import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { type AdminNoteDeps, deleteNote, listNotes, putNote } from './admin-notes.endpoints.ts';
import { adminNotesFaults } from './admin-notes.faults.ts';

export { createAdminNotesService } from './admin-notes.service.ts';

export const adminNotesModule = (deps: AdminNoteDeps): Module => ({
  name: 'admin-notes',
  owns: ['admin_note'],
  faults: adminNotesFaults,
  endpoints: [mount(listNotes, deps), mount(putNote, deps), mount(deleteNote, deps)],
});
