import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Collected } from '../../kit/modules/module.ts';
import type { AlarmKind } from '../../sites/warnings/alarm-kinds.ports.ts';

/** What modules tell of their warnings that are alarms; known once all are made. */
export const createAlarmKinds = (collected: Collected) => {
  let known: ReadonlyMap<string, AlarmKind> | undefined;
  const kinds = (): ReadonlyMap<string, AlarmKind> => {
    known ??= new Map(
      collected('alarms')
        .flat()
        .map((kind) => [kind.kind, kind]),
    );
    return known;
  };
  return {
    find: (kind: string): AlarmKind | undefined => kinds().get(kind),
    /** Of an alarm that stands: its kind was told, by this release or by one before. */
    titleOf: (kind: string): string => kinds().get(kind)?.title ?? kind.replaceAll('_', ' '),
    list: (): readonly AlarmKind[] => [...kinds().values()],
    require: (kind: string): AlarmKind => {
      const found = kinds().get(kind);
      if (found === undefined) throw new Bug(`${kind} is no alarm`);
      return found;
    },
  };
};
export type AlarmKinds = ReturnType<typeof createAlarmKinds>;
