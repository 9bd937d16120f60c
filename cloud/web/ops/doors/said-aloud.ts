import { LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../console.ts';
import { standing } from './door-tone.ts';
import type { SeenDoor } from './seen-door.ts';

/** Says what has changed at doors to those who cannot see it: nothing of how they stood when the page came. */
export const useSaidAloud = (doors: readonly SeenDoor[]): void => {
  const { announcer } = useConsole();
  const before = useRef(new Map<string, SeenDoor>());
  useEffect(() => {
    const news = doors.flatMap((door) => {
      const was = before.current.get(door.doorId);
      before.current.set(door.doorId, door);
      if (was === undefined || was === door) return [];
      const is = standing(door, LOCK[door.lock]);
      return standing(was, LOCK[was.lock]) === is ? [] : [is];
    });
    if (news.length > 0) announcer.say(`${news.join('. ')}.`);
  }, [announcer, doors]);
};
