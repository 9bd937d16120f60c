import type { Person } from '../../client/platform-api.gen.ts';
import type { Whose } from '../calendar/access-calendar.tsx';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

/** Somebody to whom staff give cards, grants and the like. */
export interface Subject {
  readonly whose: Whose;
  /** What staff have said of them; null where they have said nothing yet. */
  readonly person: Person | null;
  /** What they are called on the page. */
  readonly name: string;
}

export interface WithSubject {
  readonly at: AtFacility;
  readonly subject: Subject;
}

/** The person that cards and grants hang on: made for a member with the first of them. */
export const useSubject = ({ at: { facility }, subject: { whose, person } }: WithSubject) => {
  const { ask, queries } = useConsole();
  const { facilityId } = facility;
  return {
    personId: async (): Promise<string> => {
      if ('personId' in whose) return whose.personId;
      if (person !== null) return person.personId;
      const made = await ask('POST /api/access-control/{facilityId}/people', { path: { facilityId }, body: whose });
      return made.personId;
    },
    /** Has everything that the page shows of them looked up again. */
    changed: async (): Promise<void> => {
      const about = ['member', 'person', 'people', 'credentials', 'grants', 'calendar', 'explained'];
      await queries.invalidateQueries({ predicate: ({ queryKey: [what] }) => about.includes(String(what)) });
    },
  };
};
