import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const aNote = ({ world }: PlatformApi, facilityId = world.facilityId) =>
  world.db.write((tx) => world.adminNotes.put(tx, facilityId, { text: 'Mind the step', by: 'user:test' }));

export const adminNotesCases: PlatformCases = {
  'admin-notes.list': async ({ world }) => ({ params: { facilityId: world.facilityId } }),
  'admin-notes.put': async ({ world }) => ({
    params: { facilityId: world.facilityId },
    body: { text: 'The key is with Sam' },
  }),
  'admin-notes.delete': async (api) => ({
    params: { facilityId: api.world.facilityId, noteId: (await aNote(api)).noteId },
    foreign: { noteId: (await aNote(api, api.otherFacilityId)).noteId },
    missing: { noteId: 'note_0123456789abcdef' },
  }),
};
