import type { LiveDoor } from '../client/live-frames.gen.ts';

interface Change {
  readonly id: string;
  readonly entry: LiveDoor | null;
}

/** The doors of one topic as the socket has told of them. Each keeps its place for as long as the page is open. */
export const createLivePicture = () => {
  const doors = new Map<string, LiveDoor>();
  let list: readonly LiveDoor[] | undefined;
  return {
    /** Undefined until there is a snapshot. The same list until something changes. */
    list: (): readonly LiveDoor[] | undefined => list,
    show: (snapshot: readonly LiveDoor[]): void => {
      const ids = new Set(snapshot.map(({ doorId }) => doorId));
      for (const id of doors.keys()) if (!ids.has(id)) doors.delete(id);
      for (const door of snapshot) doors.set(door.doorId, door);
      list = [...doors.values()];
    },
    change: (changes: readonly Change[]): void => {
      for (const { id, entry } of changes) {
        if (entry === null) doors.delete(id);
        else doors.set(id, entry);
      }
      list = [...doors.values()];
    },
    forget: (): void => {
      doors.clear();
      list = undefined;
    },
  };
};
