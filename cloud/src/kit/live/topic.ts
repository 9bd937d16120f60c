import { Bug, type FaultCatalogue } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { Database, Tx } from '../db/unit-of-work.ts';
import type { Caller } from '../http/call.ts';
import { type Endpoint, endpointsFor } from '../http/endpoint.ts';
import { type MountedEndpoint, mount } from '../http/mount.ts';
import type { AnySurface, Surface } from '../http/surfaces.ts';
import { pictureSource } from './picture.ts';
import type { LivePage, LiveSource } from './source.ts';

/** What a picture shows: its entries, and the names of whatever else changes it. */
export interface Now {
  readonly entries: readonly object[];
  readonly wokenBy?: readonly string[];
}

/** Its subscription in a graph of the same data, or why it has none. */
export type TopicPlace =
  | {
      /** What the subscription is called. */
      readonly field: string;
      /** What a message calls what it tells: of a picture a list of entries, else the one thing that happened. */
      readonly own: string;
      /** Arguments that narrow what is told, each a list of texts, and the property of an entry that has to be one of them. */
      readonly filters?: Readonly<Record<string, TopicFilter>>;
      /** The key where none is given. Without it one has to be. */
      readonly usualKey?: string;
    }
  | { readonly omit: string };
export interface TopicFilter {
  readonly of: string;
  readonly description: string;
}

interface Common<Deps, C extends Caller, Gate> {
  /** The first half of its name: `facility` of `facility:<id>`. */
  readonly topic: string;
  readonly summary: string;
  readonly description: string;
  /** Asked when somebody subscribes, at each message, and each second. About the place that `param` names, as of a path. */
  readonly gate: Gate;
  /** What a path calls the second half of its name, and what that has to look like. */
  readonly param: string;
  readonly key: z.ZodType<string>;
  /** The shape of what it tells. */
  readonly schema: z.ZodType;
  readonly example: object;
  /** Throws the 404 of what there is not, where the gate asks about no place, and what else keeps it from being watched. */
  readonly find?: (deps: Deps, tx: Tx, asked: { readonly key: string; readonly caller: C }) => Promise<unknown>;
  readonly faults?: FaultCatalogue;
  readonly graph: TopicPlace;
}
/** What is so now, then each difference. Those are kept for a day from the first look on: nobody pays for what nobody watches. */
interface Picture<Deps> {
  readonly now: (deps: Deps, tx: Tx, key: string) => Promise<Now>;
  /** The property of an entry that tells it from the others. */
  readonly entryId: string;
  readonly feed?: undefined;
}
/** What happens, from a feed that is numbered already. */
interface Told<Deps> {
  readonly feed: {
    /** The last place by now: whoever has none begins there. */
    last(deps: Deps, key: string): Promise<number>;
    page(deps: Deps, key: string, asked: { readonly after: number; readonly limit: number }): Promise<LivePage>;
  };
  readonly now?: undefined;
  readonly entryId?: undefined;
}
type Declared<Deps, C extends Caller, Gate> = Common<Deps, C, Gate> & (Picture<Deps> | Told<Deps>);

/** A topic, as far as documents and doors read it. */
export interface AnyTopic {
  readonly topic: string;
  readonly summary: string;
  readonly description: string;
  readonly gate: unknown;
  readonly surface: AnySurface;
  readonly param: string;
  readonly key: z.ZodType<string>;
  readonly schema: z.ZodType;
  readonly example: object;
  /** Of pictures: the property that tells entries apart. */
  readonly entryId?: string | undefined;
  readonly graph: TopicPlace;
}

interface SourceDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

/** A declared topic, still without its dependencies. */
export interface Topic<Deps> extends AnyTopic {
  readonly endpoint: Endpoint<Deps>;
  readonly open: (deps: Deps & SourceDeps, key: string) => LiveSource;
}

/** A topic as it can be watched: what modules list in `topics`. */
export interface ServedTopic {
  readonly declaration: AnyTopic;
  /** Asked when somebody subscribes: who they are, may they, how often; its audit row names the topic. */
  readonly endpoint: MountedEndpoint;
  readonly open: (key: string) => LiveSource;
}

/**
 * The way to declare topics of one surface: `topicsFor(surface)<Deps>()({ … })`. To subscribe is to ask an endpoint that no path
 * leads to: it has the gate, the limit and the audit of every other one.
 */
export const topicsFor =
  <C extends Caller, Gate, Where>(surface: Surface<C, Gate, Where>) =>
  <Deps>() =>
  (declared: Declared<Deps, C, Gate>): Topic<Deps> => {
    const { topic, summary, description, gate, param, key, schema, example, entryId, graph } = declared;
    if (!/^[a-z]+$/.test(topic)) throw new Bug(`${topic} is no name of a topic`);
    const keyIn = (params: Readonly<Record<string, string>>): string => params[param] ?? '';
    const subscribe = {
      id: `live.${topic}`,
      method: 'GET',
      path: `${surface.basePath}/live/${topic}/:${param}`,
      summary,
      description,
      gate,
      params: z.strictObject({ [param]: key }),
      success: { status: 200, description: 'Subscribed.', schema: z.object({}) },
      faults: declared.faults ?? {},
      audit: {
        event: 'live.subscribed',
        target: ({ params }: { params: Record<string, string> }) => `${topic}:${keyIn(params)}`,
      },
      handle: async (
        deps: Deps,
        { params }: { params: Record<string, string> },
        { read, caller }: { read: Database['read']; caller: C },
      ) => {
        await read(async (tx) => declared.find?.(deps, tx, { key: keyIn(params), caller }));
        return {};
      },
    };
    return {
      topic,
      summary,
      description,
      gate,
      surface,
      param,
      key,
      schema,
      example,
      entryId,
      graph,
      // Its path is computed, so the types cannot follow that it and `params` fit.
      endpoint: endpointsFor(surface)<Deps>()(subscribe as never),
      open: (deps, key) => {
        if (declared.now === undefined) return told(declared, deps, key);
        const { now, entryId } = declared;
        return pictureSource(deps, { name: `${topic}:${key}`, entryId, now: (tx) => now(deps, tx, key) });
      },
    };
  };

const told = <Deps>({ feed }: Told<Deps>, deps: Deps, key: string): LiveSource => ({
  looks: false,
  begin: async () => ({ seq: await feed.last(deps, key), entries: [] }),
  page: (after, limit) => feed.page(deps, key, { after, limit }),
});

/** Binds a topic to its dependencies, for what a module lists in `topics`. */
export const serveTopic = <Deps extends object>(topic: Topic<Deps>, deps: Deps & SourceDeps): ServedTopic => ({
  declaration: topic,
  endpoint: mount(topic.endpoint, deps),
  open: (key) => topic.open(deps, key),
});
