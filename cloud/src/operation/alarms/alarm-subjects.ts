import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { DoorsService } from '../../sites/doors/doors.service.ts';

/** What an alarm is about: the one door, where it is one, and the names of its doors. */
export interface AlarmSubject {
  readonly doorId: string | null;
  readonly about: string | null;
}

/** Of a box, so many of its doors are named. */
const NAMED_MAX = 3;

/** Looks up what alarms of a facility are about. A subject that is a person is looked up nowhere: they are named to nobody. */
export const createAlarmSubjects =
  ({ doors }: { readonly doors: Pick<DoorsService, 'list'> }) =>
  async (tx: Tx, facilityId: FacilityId): Promise<(subject: string) => AlarmSubject> => {
    const all = await doors.list(tx, facilityId);
    const byId = new Map<string, string>(all.map(({ id, name }) => [id, name]));
    const byBox = Map.groupBy(all, ({ boxId }): string | undefined => boxId);
    return (subject) => {
      const thing = subject.split('/', 1)[0] ?? '';
      const name = byId.get(thing);
      if (name !== undefined) return { doorId: thing, about: name };
      const driven = byBox.get(thing) ?? [];
      if (driven.length === 0) return { doorId: null, about: null };
      const more = driven.length - NAMED_MAX;
      const names = driven.slice(0, NAMED_MAX).map((door) => door.name);
      return { doorId: null, about: names.join(', ') + (more > 0 ? ` and ${more} more` : '') };
    };
  };
export type AlarmSubjects = ReturnType<typeof createAlarmSubjects>;
