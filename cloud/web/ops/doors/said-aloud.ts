import { LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useEffect, useRef } from 'preact/hooks';
import type { DoorState } from '../../client/platform-api.gen.ts';
import { listed } from '../../words/counting.ts';
import { useConsole } from '../console.ts';
import { noticesOf } from './door-tone.ts';

/** How a door stands, in one sentence. */
export const standing = (door: DoorState): string =>
  `${door.name}: ${listed([LOCK[door.lock], ...noticesOf(door).map(({ text }) => text)])}`;

/** Says what has changed at doors to those who cannot see it: nothing of how they stood when the page came. */
export const useSaidAloud = (doors: readonly DoorState[]): void => {
  const { announcer } = useConsole();
  const before = useRef(new Map<string, string>());
  useEffect(() => {
    const news = doors.flatMap((door) => {
      const [was, is] = [before.current.get(door.doorId), standing(door)];
      before.current.set(door.doorId, is);
      return was === undefined || was === is ? [] : [is];
    });
    if (news.length > 0) announcer.say(`${news.join('. ')}.`);
  }, [announcer, doors]);
};
