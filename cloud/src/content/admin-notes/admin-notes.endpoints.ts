import { z } from 'zod';
import { listSchema } from '../../kit/http/paging.ts';
import { By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { facilityParams, facilityReads, facilityWrites } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { type AdminNotes, adminNotesFaults } from './admin-notes.repo.ts';

const endpoint = platformEndpoint<{ readonly adminNotes: AdminNotes }>();
const { note_unknown, too_many_notes } = adminNotesFaults;
const params = z.object(facilityParams);
const noteId = z
  .string()
  .max(64)
  .meta({ examples: ['note_0123456789abcdef'] });
const text = z
  .string()
  .trim()
  .min(1)
  .max(4_000)
  .meta({ examples: ['The back door sticks when it rains: push it shut.'] });
const at = z.iso.datetime();
const Note = z
  .object({ noteId, text, writtenBy: By.describe('Who wrote it.'), writtenAt: at, changedBy: By, changedAt: at })
  .meta({ id: 'AdminNote' });

export const listNotes = endpoint({
  id: 'admin-notes.list',
  method: 'GET',
  path: '/api/facilities/:facilityId/admin-notes',
  graph: { on: 'Facility', as: 'adminNotes', with: { facilityId: 'facilityId' } },
  summary: 'List the notes of a facility',
  description: 'What staff wrote down for each other, the newest first, at most 200.',
  gate: facilityReads,
  params,
  success: { status: 200, description: 'The notes.', schema: listSchema(Note) },
  faults: { place_unknown: usersFaults.place_unknown },
  handle: ({ adminNotes }, { params: { facilityId } }, { read }) =>
    read(async (tx) => ({ data: await namedBy(tx, await adminNotes.list(tx, facilityId), 'writtenBy', 'changedBy') })),
});

export const putNote = endpoint({
  id: 'admin-notes.put',
  method: 'PUT',
  path: '/api/facilities/:facilityId/admin-notes',
  summary: 'Write a note, or change one',
  description: 'Without `noteId` a new note; with one that note gets this text, and says who changed it.',
  gate: facilityWrites,
  params,
  body: z.strictObject({
    noteId: noteId.optional().describe('The note to change. A new one, unless given.'),
    text: text.describe('What it says from now on.'),
  }),
  success: { status: 200, description: 'The note.', schema: Note },
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
  gate: facilityWrites,
  params: params.extend({ noteId: noteId.describe('The note to remove.') }),
  success: { status: 200, description: 'It is gone.', schema: z.object({ noteId }) },
  faults: { note_unknown },
  audit: { event: 'admin-note.deleted', target: ({ params }) => params.noteId },
  handle: async ({ adminNotes }, { params: { facilityId, noteId } }, { tx }) => {
    await adminNotes.remove(tx, facilityId, noteId);
    return { noteId };
  },
});
