import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Area, Module } from './module.ts';
import { inOrder } from './order.ts';
import { type Afterwards, type Callable, type Hearer, toOutbox } from './ports.ts';

interface Heard extends Hearer {
  readonly by: string;
}
/** One that is told by the job of this kind. */
export interface HeardAfterwards extends Afterwards {
  readonly kind: string;
}
export interface Wiring {
  /** By question. */
  readonly answers: ReadonlyMap<string, { readonly by: string; readonly ask: Callable }>;
  /** By event, in the order that they are called in. */
  readonly hearers: ReadonlyMap<string, readonly Heard[]>;
  readonly afterwards: readonly HeardAfterwards[];
}

/**
 * Brings together who asks and who answers, who says and who hears. Throws a bug for a question with two answers, or with
 * none where it needs one, for an event that nobody says, for one that an area hears in a unit that it must not undo, and for
 * events that follow from each other in a circle.
 */
export const wire = (areas: readonly Area[], modules: readonly Module[], depsOf: (module: Module) => never): Wiring => {
  const answers = new Map<string, { readonly by: string; readonly ask: Callable }>();
  const all: Heard[] = [];
  const afterwards: HeardAfterwards[] = [];
  for (const module of modules) {
    for (const { to, ask } of module.answers(depsOf(module))) {
      const other = answers.get(to.question);
      if (other !== undefined) throw new Bug(`${other.by} and ${module.name} both answer ${to.question}`);
      answers.set(to.question, { by: module.name, ask });
    }
    all.push(...module.on(depsOf(module)).map((hearer) => ({ ...hearer, by: module.name })));
    for (const hearer of module.afterwards(depsOf(module)))
      afterwards.push({ ...hearer, kind: `${module.name}.after-${hearer.of.event}` });
  }
  for (const { name, asks } of modules)
    for (const { question, otherwise } of Object.values(asks))
      if (!answers.has(question) && otherwise === undefined)
        throw new Bug(`nobody answers ${question}, which ${name} asks`);

  const said = new Set(modules.flatMap(({ emits }) => Object.values(emits).map(({ event }) => event)));
  const byEvent = Map.groupBy(all, ({ of }) => of.event);
  for (const { of } of [...all, ...afterwards]) if (!said.has(of.event)) throw new Bug(`nobody says ${of.event}`);
  if (afterwards.length > 0 && !answers.has(toOutbox.question)) throw new Bug(`nobody answers ${toOutbox.question}`);
  onlyAfterwards(areas, byEvent);
  noCircle(modules, byEvent);
  return {
    answers,
    afterwards,
    hearers: new Map([...byEvent].map(([event, hearers]) => [event, inOrderOfHearing(hearers)])),
  };
};

/** In the order of making, but for those that say otherwise. */
export const inOrderOfHearing = <H extends Pick<Heard, 'by' | 'order'>>(hearers: readonly H[]): readonly H[] =>
  inOrder(
    hearers,
    ({ by }) => by,
    (hearer) =>
      hearers.filter(
        (other) =>
          hearer.order.after?.includes(other.by) || (other.order.before?.includes(hearer.by) && other !== hearer),
      ),
  );

/** Who could undo a ban by a mistake of its own is told of it when it is done. */
const onlyAfterwards = (areas: readonly Area[], byEvent: ReadonlyMap<string, readonly Heard[]>): void => {
  const above = areas.filter(({ hearsAfterwards }) => hearsAfterwards).flatMap(({ modules }) => modules);
  const isAbove = new Set(above.map(({ name }) => name));
  const saidAbove = new Set(above.flatMap(({ emits }) => Object.values(emits).map(({ event }) => event)));
  for (const [event, hearers] of byEvent)
    for (const { by } of hearers)
      if (isAbove.has(by) && !saidAbove.has(event)) throw new Bug(`${by} may hear ${event} afterwards only`);
};

/** What a module says may follow from whatever it hears. */
const noCircle = (modules: readonly Module[], byEvent: ReadonlyMap<string, readonly Heard[]>): void => {
  const saidBy = new Map(modules.map(({ name, emits }) => [name, Object.values(emits).map(({ event }) => event)]));
  inOrder(
    [...byEvent.keys()],
    (event) => event,
    (event) => (byEvent.get(event) ?? []).flatMap(({ by }) => saidBy.get(by) ?? []),
  );
};
