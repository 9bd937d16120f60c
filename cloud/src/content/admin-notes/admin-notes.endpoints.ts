import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { type AdminNotes, adminNotesFaults } from './admin-notes.repo.ts';

const endpoint = platformEndpoint<{ readonly adminNotes: AdminNotes }>();
const { note_unknown, too_many_notes } = adminNotesFaults;
const facilityId = z.string().max(64).describe('The facility that the notes are about.').brand<'FacilityId'>();
const Note = z
  .object({
    noteId: z.string(),
    text: z.string(),
    writtenBy: By.describe('Who wrote it.'),
    writtenAt: z.iso.datetime(),
    changedBy: By,
    changedAt: z.iso.datetime(),
  })
  .meta({ id: 'AdminNote' });
const A_NOTE: z.input<typeof Note> = {
  noteId: 'note_0123456789abcdef',
  text: 'The back door sticks when it rains: push it shut.',
  writtenBy: BY_SAM,
  writtenAt: '2026-01-01T09:30:00.000Z',
  changedBy: BY_SAM,
  changedAt: '2026-01-01T09:30:00.000Z',
};
const AT = { facilityId: 'fac_0123456789abcdef' };

export const listNotes = endpoint({
  id: 'admin-notes.list',
  method: 'GET',
  path: '/api/facilities/:facilityId/admin-notes',
  summary: 'List the notes of a facility',
  description: 'What staff wrote down for each other, the newest first, at most 200.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ facilityId }),
  success: { status: 200, description: 'The notes.', schema: listSchema(Note) },
  examples: { params: AT, success: { data: [A_NOTE] } },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: async ({ adminNotes }, { params }, { read }) => ({
    data: await read(async (tx) => namedBy(tx, await adminNotes.list(tx, params.facilityId), 'writtenBy', 'changedBy')),
  }),
});

export const putNote = endpoint({
  id: 'admin-notes.put',
  method: 'PUT',
  path: '/api/facilities/:facilityId/admin-notes',
  summary: 'Write a note, or change one',
  description: 'Without `noteId` a new note; with one that note gets this text, and says who changed it.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.strictObject({ facilityId }),
  body: z.strictObject({
    noteId: z.string().max(64).optional().describe('The note to change. A new one, unless given.'),
    text: z.string().trim().min(1).max(4_000).describe('What it says from now on.'),
  }),
  success: { status: 200, description: 'The note.', schema: Note },
  examples: { params: AT, body: { text: A_NOTE.text }, success: A_NOTE },
  faults: { note_unknown, too_many_notes },
  audit: { event: 'admin-note.put', target: ({ params, body }) => body.noteId ?? params.facilityId },
  handle: async ({ adminNotes }, { params, body }, { tx, caller, about }) => {
    const note = await adminNotes.put(tx, params.facilityId, { ...body, by: `user:${caller.user.id}` });
    about(note.noteId);
    return oneNamedBy(tx, note, 'writtenBy', 'changedBy');
  },
});

export const deleteNote = endpoint({
  id: 'admin-notes.delete',
  method: 'DELETE',
  path: '/api/facilities/:facilityId/admin-notes/:noteId',
  summary: 'Remove a note',
  description: 'The note is gone; the audit says who removed it.',
  gate: { needs: 'facility-manager', in: 'facility' },
  params: z.strictObject({ facilityId, noteId: z.string().max(64).describe('The note to remove.') }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ noteId: z.string() }) },
  examples: { params: { ...AT, noteId: A_NOTE.noteId }, success: { noteId: A_NOTE.noteId } },
  faults: { note_unknown },
  audit: { event: 'admin-note.deleted', target: ({ params }) => params.noteId },
  handle: async ({ adminNotes }, { params }, { tx }) => {
    await adminNotes.remove(tx, params.facilityId, params.noteId);
    return { noteId: params.noteId };
  },
});
