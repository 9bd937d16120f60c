import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { type MountedEndpoint, mount } from '../http/mount.ts';
import type { Area, Collected, Environment, Module, ServicesOf, Stop } from './module.ts';
import { inOrder } from './order.ts';
import { type Callable, type Question, toOutbox } from './ports.ts';
import type { Owned } from './table-policy.ts';
import { type HeardAfterwards, type Wiring, wire } from './wire.ts';

type ModulesOf<Areas extends readonly Area[]> = readonly Areas[number]['modules'][number][];

export interface Made<Services> {
  readonly services: Services;
  readonly endpoints: readonly MountedEndpoint[];
  readonly collected: Collected;
  /** Who hears of what has happened when it is done: for whoever runs jobs. */
  readonly afterwards: readonly HeardAfterwards[];
  /** Before anybody is listened to. Resolves with what ends it again. */
  readonly beforeListening: () => Promise<() => Promise<void>>;
  /** Once the cloud is listening. Resolves with what ends it again. */
  readonly start: () => Promise<() => Promise<void>>;
  /** After the listeners have closed: those made last come first. */
  readonly close: () => Promise<void>;
}

/** Makes all modules, each after those that it needs. Throws a bug that says where they do not fit together. */
export const makeModules = <const Areas extends readonly Area[]>(
  areas: Areas,
  environment: Environment,
): Made<ServicesOf<ModulesOf<Areas>>> => {
  const modules = inOrderOfNeeds(areas);
  const declared = modules.flatMap(({ endpoints }) => endpoints);
  const tables: Owned = Object.assign({}, ...modules.map(({ owns }) => owns));
  const services: Record<string, unknown> = {};
  const own = new Map<Module, object>();
  const deps = new Map<Module, never>();
  const depsOf = (module: Module): never => deps.get(module) as never;
  let wiring: Wiring | undefined;
  const wired = (): Wiring => {
    if (wiring === undefined) throw new Bug('something was asked or said while the modules were made');
    return wiring;
  };
  const asker =
    ({ question, otherwise }: Question<Callable>): Callable =>
    (...args) =>
      (wired().answers.get(question)?.ask ?? (otherwise as Callable))(...args);
  const emitter =
    ({ event }: { readonly event: string }) =>
    async (...args: readonly unknown[]): Promise<void> => {
      const { answers, hearers, afterwards } = wired();
      for (const { hear } of hearers.get(event) ?? []) await hear(...args);
      const [tx, ...what] = args;
      for (const { of, kind } of afterwards)
        if (of.event === event) await answers.get(toOutbox.question)?.ask(tx, kind, what);
    };
  const collected = (part: string): readonly unknown[] =>
    modules.flatMap((module) => {
      const tell = module.parts[part];
      return tell === undefined ? [] : [tell(depsOf(module))];
    });

  for (const module of modules) {
    const given = {
      ...environment,
      collected,
      declared,
      tables,
      ...Object.assign({}, ...module.needs.map((need) => own.get(need))),
      ...mapValues(module.asks, asker),
      ...mapValues(module.emits, emitter),
    };
    const provides = module.create(given as never);
    const twice = Object.keys(provides).find((name) => name in services);
    if (twice !== undefined) throw new Bug(`${module.name} provides ${twice}, as another module does`);
    own.set(module, provides);
    Object.assign(services, provides);
    deps.set(module, { ...given, ...provides } as never);
  }
  wiring = wire(areas, modules, depsOf);
  const { afterwards } = wiring;

  const begin = (phase: 'beforeListening' | 'start') => async () => {
    const stops: Stop[] = [];
    for (const module of modules) {
      const stop = await module[phase]?.(depsOf(module));
      if (stop !== undefined) stops.unshift(stop);
    }
    return async () => {
      for (const stop of stops) await stop();
    };
  };
  return {
    services: services as ServicesOf<ModulesOf<Areas>>,
    endpoints: modules.flatMap((module) => module.endpoints.map((endpoint) => mount(endpoint, depsOf(module)))),
    collected: collected as Collected,
    afterwards,
    beforeListening: begin('beforeListening'),
    start: begin('start'),
    close: async () => {
      for (const module of modules.toReversed()) await module.close?.(depsOf(module));
    },
  };
};

/** Every module of these areas after those that it needs. Throws a bug for a circle, and for a need of an area above. */
export const inOrderOfNeeds = (areas: readonly Area[]): readonly Module[] => {
  const areaOf = new Map(areas.flatMap(({ modules }, at) => modules.map((module) => [module, at] as const)));
  const modules = inOrder(
    areas.flatMap((area) => area.modules),
    ({ name }) => name,
    ({ needs }) => needs,
  );
  for (const module of modules)
    for (const need of module.needs)
      if ((areaOf.get(need) ?? Number.POSITIVE_INFINITY) > (areaOf.get(module) ?? -1))
        throw new Bug(`${module.name} needs ${need.name}, which is in no area before its own`);
  return modules;
};

const mapValues = <From, To>(of: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]));
