/** What a reader has to tell at the next poll. */
export type Told =
  | { readonly kind: 'card'; readonly bits: string; readonly format: number }
  | { readonly kind: 'keys'; readonly keys: string };
export type Status = 'local' | 'inputs' | 'outputs';

/** States come before what people did, and each of them once however often it changed: it is told as it is when asked for. */
export interface News {
  readonly waiting: number;
  /** False where there is no more room: then it is lost, as in a real reader. */
  tell(told: Told): boolean;
  changed(status: Status): void;
  next(): Told | Status | undefined;
  /** Was told in answer to a question of its own. */
  told(status: Status): void;
  /** Nobody asked for so long that what people did is not true any more. States are. */
  forgetPeople(): void;
  clear(): void;
}

const ROOM = 8;
const ORDER: readonly Status[] = ['local', 'inputs', 'outputs'];

export const createNews = (): News => {
  let people: Told[] = [];
  const states = new Set<Status>();
  return {
    get waiting() {
      return people.length;
    },
    tell: (told) => {
      if (people.length >= ROOM) return false;
      people.push(told);
      return true;
    },
    changed: (status) => void states.add(status),
    next: () => {
      const status = ORDER.find((one) => states.delete(one));
      return status ?? people.shift();
    },
    told: (status) => void states.delete(status),
    forgetPeople: () => {
      people = [];
    },
    clear: () => {
      people = [];
      states.clear();
    },
  };
};
