import { Bug } from '@gatehouse/shared/fault/fault.ts';

/**
 * Puts things so that each comes after those that it has to follow, and else in the order given. Throws a bug that names the
 * circle where there is one.
 */
export const inOrder = <T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  follows: (thing: T) => readonly T[],
): readonly T[] => {
  const done = new Set<T>();
  const path: T[] = [];
  const visit = (thing: T): void => {
    if (done.has(thing)) return;
    const began = path.indexOf(thing);
    if (began >= 0) throw new Bug(`a circle: ${[...path.slice(began), thing].map(nameOf).join(' → ')}`);
    path.push(thing);
    for (const other of follows(thing)) visit(other);
    path.pop();
    done.add(thing);
  };
  for (const thing of things) visit(thing);
  return [...done];
};
