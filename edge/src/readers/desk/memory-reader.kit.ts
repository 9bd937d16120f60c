import type { ReaderSignal } from '@gatehouse/shared/local/reader.ts';
import type { EntryResult, Presented, PresentedPass, Question } from '../../access/access.ts';
import type { Reader, ReaderInput, ReaderListener, ReaderStanding } from '../reader.ts';

/** A reader in memory: what it takes in comes from the test, and what it shows is kept. */
export const memoryReader = () => {
  let listener: ReaderListener | undefined;
  let standing: ReaderStanding = { state: 'online', tampered: false, secure: false, trouble: null };
  const shown: string[] = [];
  const reader: Reader = {
    listen: (next) => {
      listener = next;
    },
    show: ({ led, beeps }: ReaderSignal) => shown.push(`${led} ${beeps}`),
    standing: () => standing,
  };
  return {
    reader,
    shown,
    take: (input: ReaderInput, atMs: number) => listener?.took(input, atMs),
    become: (next: Partial<ReaderStanding>) => {
      standing = { ...standing, ...next };
      listener?.changed();
    },
  };
};

/** A box that decides what is presented when the test says so. */
export const slowDecisions = () => {
  const asked: Question<Presented | PresentedPass>[] = [];
  const open: ((result: EntryResult | Error) => void)[] = [];
  return {
    asked,
    present: (question: Question<Presented | PresentedPass>): Promise<EntryResult> => {
      asked.push(question);
      return new Promise((resolve, reject) => {
        open.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
      });
    },
    decide: (result: EntryResult | Error) => open.shift()?.(result),
  };
};
