import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../console.ts';

/** Somebody who walks by shall not find the desk of another. */
const UNTOUCHED_FOR = Minutes(2);
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Signs out at a desk that nobody touches. What the page asks by itself is no touch; the session ends soon in any case. */
export const DeskLock = () => {
  const { clock, signOut, leave } = useConsole();
  useEffect(() => {
    let timer = { cancel: (): void => {} };
    // Without an answer the page forgets all the same: it shows nothing of whoever was there.
    const lock = (): void => void signOut().catch(leave);
    const touched = (): void => {
      timer.cancel();
      timer = clock.after(UNTOUCHED_FOR, lock);
    };
    touched();
    for (const kind of TOUCHES) document.addEventListener(kind, touched, { passive: true });
    return () => {
      timer.cancel();
      for (const kind of TOUCHES) document.removeEventListener(kind, touched);
    };
  }, [clock, signOut, leave]);
  return null;
};
