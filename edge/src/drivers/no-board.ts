import { BoardError, type RelayBoard } from './driver.ts';

/** Stands where a bus has no board at all: every call rejects with `refused`, and nothing is written. */
export const noBoard = (why: string): RelayBoard => {
  const refuse = () => Promise.reject(new BoardError('refused', false, why));
  return { set: refuse, pulse: refuse, readCoils: refuse, readInputs: refuse };
};
