import { Bug } from '@gatehouse/shared/fault/fault.ts';
import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  isObjectType,
} from 'graphql';
import type { AnyTopic, TopicPlace } from '../../kit/live/topic.ts';
import { typeName } from './names.ts';
import type { OutputTypes } from './output-types.ts';
import { Cursor } from './scalars.ts';
import { type Ctx, shown } from './seen.ts';
import type { TypeNames } from './type-names.ts';

export type SubscribedPlace = Extract<TopicPlace, { readonly field: string }>;

/** How a subscription follows its topic: what its arguments are there. */
export interface TopicPlan {
  readonly topic: AnyTopic;
  readonly place: SubscribedPlace;
}

/** What is subscribed to, as its arguments say. */
export interface Wanted extends TopicPlan {
  readonly key: string;
  readonly after: number | undefined;
  /** Of each property that is asked about: what it has to be one of. */
  readonly only: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** A message of a subscription, as its selection is carried out on it. */
export interface Told {
  readonly cursor: number;
  readonly reset: boolean;
  readonly entries: readonly object[];
  readonly removed: readonly string[];
}

/** What a topic says next. */
export interface Step extends Told {
  /** The same object for all who are told it. */
  readonly of: object;
  /** Of a beginning, also where that has nothing in it. */
  readonly isWhole: boolean;
}

/** What subscribing goes by. */
export interface SubscribeCtx extends Ctx {
  follow(wanted: Wanted): Promise<AsyncIterable<Step>>;
}

const isSubscribed = (topic: AnyTopic): topic is AnyTopic & { readonly graph: SubscribedPlace } =>
  'field' in topic.graph;

/** The subscriptions of a graph, one for each topic that has a place in it. */
export const subscriptionType = (
  topics: readonly AnyTopic[],
  { names, outputs }: { readonly names: TypeNames; readonly outputs: OutputTypes },
): GraphQLObjectType | null => {
  const fields: Record<string, GraphQLFieldConfig<Told, SubscribeCtx>> = {};
  for (const topic of topics.filter(isSubscribed)) {
    const { field } = topic.graph;
    if (fields[field] !== undefined) throw new Bug(`two topics are called ${field} in the graph`);
    fields[field] = fieldOf({ topic, place: topic.graph }, messageOf(topic, topic.graph, { names, outputs }));
  }
  return Object.keys(fields).length === 0 ? null : new GraphQLObjectType({ name: 'Subscription', fields });
};

const RESET =
  'The place that was asked for is past its retention, or was never given: something may be missing, and it goes on from here.';

const messageOf = (
  topic: AnyTopic,
  { field, own }: SubscribedPlace,
  { names, outputs }: { readonly names: TypeNames; readonly outputs: OutputTypes },
): GraphQLObjectType => {
  const entry = outputs.entryOf(topic.schema, typeName(field));
  if (!isObjectType(entry)) throw new Bug(`${topic.topic} tells what is no object`);
  const name = `${typeName(field)}Message`;
  const isPicture = topic.entryId !== undefined;
  const listed = (type: typeof entry | typeof GraphQLID) =>
    new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
  const fields: Record<string, GraphQLFieldConfig<Told, SubscribeCtx>> = {
    cursor: {
      type: new GraphQLNonNull(Cursor),
      description: 'Sent as `after`, the subscription goes on behind this message.',
    },
    reset: { type: new GraphQLNonNull(GraphQLBoolean), description: RESET },
    [own]: isPicture
      ? {
          type: listed(entry),
          description: 'All there is, in the first message and where `reset` is true; else what became different.',
          resolve: ({ entries }, _args, ctx) => shown(entries, {}, ctx),
        }
      : {
          type: entry,
          description: 'Null in the first message, which says where it begins.',
          resolve: ({ entries }, _args, ctx) => shown(entries[0], {}, ctx),
        },
    ...(isPicture && {
      removed: { type: listed(GraphQLID), description: `What is there no more, by \`${topic.entryId}\`.` },
    }),
  };
  return names.of(name, `message of ${topic.topic}`, () => new GraphQLObjectType({ name, fields }));
};

const fieldOf = (plan: TopicPlan, type: GraphQLObjectType): GraphQLFieldConfig<Told, SubscribeCtx> => {
  const { topic, place } = plan;
  const { filters = {}, usualKey } = place;
  const args: GraphQLFieldConfigArgumentMap = {
    [topic.param]: {
      type: usualKey === undefined ? new GraphQLNonNull(GraphQLString) : GraphQLString,
      description: topic.key.description ?? null,
      ...(usualKey !== undefined && { default: { value: usualKey } }),
    },
  };
  for (const [name, { description }] of Object.entries(filters))
    args[name] = { type: new GraphQLList(new GraphQLNonNull(GraphQLString)), description };
  args.after = {
    type: Cursor,
    description:
      'Goes on behind the message with this cursor: what came since is told first. Without it begins with now.',
  };
  return {
    type,
    description: `${topic.summary}. ${topic.description}`,
    args,
    extensions: { topic: plan },
    resolve: (told) => told,
    subscribe: (_root, given: Readonly<Record<string, unknown>>, ctx) => ctx.follow(wantedOf(plan, given)),
  };
};

const wantedOf = (plan: TopicPlan, given: Readonly<Record<string, unknown>>): Wanted => {
  const { topic, place } = plan;
  const only = new Map<string, ReadonlySet<unknown>>();
  for (const [name, { of }] of Object.entries(place.filters ?? {})) {
    const asked = given[name];
    if (Array.isArray(asked)) only.set(of, new Set(asked));
  }
  const key = String(given[topic.param] ?? place.usualKey ?? '');
  return { ...plan, key, after: given.after as number | undefined, only };
};

/** What of a step somebody is told; nothing where it is all of what they did not ask about. */
export const narrowed = (
  { topic, only }: Pick<Wanted, 'topic' | 'only'>,
  { entries, removed }: Pick<Told, 'entries' | 'removed'>,
): Pick<Told, 'entries' | 'removed'> => {
  if (only.size === 0) return { entries, removed };
  const fits = (entry: object) =>
    [...only].every(([property, values]) => values.has((entry as Record<string, unknown>)[property]));
  const ids = only.get(topic.entryId ?? '');
  // One that is another than was asked about may have been one of those: it is there no more.
  const left = topic.entryId === undefined ? [] : entries.filter((entry) => !fits(entry)).map(idIn(topic.entryId));
  return {
    entries: entries.filter(fits),
    removed: [...removed, ...left].filter((id) => ids === undefined || ids.has(id)),
  };
};

const idIn = (entryId: string) => (entry: object) => String((entry as Record<string, unknown>)[entryId]);
