import { LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useEffect, useRef } from 'preact/hooks';
import type { DoorState } from '../../client/platform-api.gen.ts';
import { useConsole } from '../console.ts';
import { standing } from './door-tone.ts';

/** Says what has changed at doors to those who cannot see it: nothing of how they stood when the page came. */
export const useSaidAloud = (doors: readonly DoorState[]): void => {
  const { announcer } = useConsole();
  const before = useRef(new Map<string, string>());
  useEffect(() => {
    const news = doors.flatMap((door) => {
      const [was, is] = [before.current.get(door.doorId), standing(door, LOCK[door.lock])];
      before.current.set(door.doorId, is);
      return was === undefined || was === is ? [] : [is];
    });
    if (news.length > 0) announcer.say(`${news.join('. ')}.`);
  }, [announcer, doors]);
};
