import { type ReadonlySignal, signal } from '@preact/signals';
import {
  type DefaultError,
  type QueryClient,
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { useEffect, useMemo } from 'preact/hooks';

export type QueryOptions<Data> = QueryObserverOptions<Data, DefaultError, Data, Data, QueryKey>;

/** A query as a signal: what is known of it at once, and every change of that while it is watched. */
export const observeQuery = <Data>(client: QueryClient, options: QueryOptions<Data>) => {
  const observer = new QueryObserver<Data, DefaultError, Data, Data, QueryKey>(client, options);
  const result = signal<QueryObserverResult<Data>>(observer.getOptimisticResult(client.defaultQueryOptions(options)));
  return {
    result: result as ReadonlySignal<QueryObserverResult<Data>>,
    /** Asks for something else from now on; the answer to what was asked before is not shown for it. */
    change: (next: QueryOptions<Data>): void => {
      observer.setOptions(next);
      result.value = observer.getCurrentResult();
    },
    /** Asks, and goes on until what is returned is called. */
    watch: (): (() => void) => {
      const stop = observer.subscribe((next) => {
        result.value = next;
      });
      result.value = observer.getCurrentResult();
      return stop;
    },
  };
};

/** What a query knows now; the component is drawn again whenever that changes. */
export const useObservedQuery = <Data>(client: QueryClient, options: QueryOptions<Data>): QueryObserverResult<Data> => {
  // One observer a component; what it asks changes below.
  const observed = useMemo(() => observeQuery(client, options), [client]);
  const key = JSON.stringify(options.queryKey);
  // Options are made anew by each drawing; the key says whether they differ.
  useEffect(() => observed.change(options), [observed, key, options.enabled]);
  useEffect(() => observed.watch(), [observed]);
  return observed.result.value;
};
