import { QueryClient } from '@tanstack/query-core';
import { describe, expect, it, vi } from 'vitest';
import { observeQuery } from './signal-query.ts';

const noRetry = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
const asking = <Data>(name: string, read: () => Promise<Data>) => ({ queryKey: [name], queryFn: read });

describe('a query as a signal', () => {
  it('is pending at first, asks when it is watched, and then holds the answer', async () => {
    const read = vi.fn(async () => 'six doors');
    const { result, watch } = observeQuery(noRetry(), asking('doors', read));
    expect(result.value.isPending).toBe(true);
    expect(read).not.toHaveBeenCalled();
    const stop = watch();
    await vi.waitFor(() => expect(result.value.data).toBe('six doors'));
    stop();
  });

  it('asks once for all who watch the same, and shows at once what is known already', async () => {
    const client = noRetry();
    const read = vi.fn(async () => 6);
    const first = observeQuery(client, asking('doors', read));
    first.watch();
    await vi.waitFor(() => expect(first.result.value.data).toBe(6));
    const second = observeQuery(client, asking('doors', read));
    expect(second.result.value.data).toBe(6);
    second.watch();
    expect(read).toHaveBeenCalledOnce();
  });

  it('never shows the answer to one question for another', async () => {
    const client = noRetry();
    const slow = Promise.withResolvers<string>();
    const observed = observeQuery(
      client,
      asking('front', async () => 'front'),
    );
    observed.watch();
    await vi.waitFor(() => expect(observed.result.value.data).toBe('front'));
    observed.change(asking('back', () => slow.promise));
    expect(observed.result.value.data).toBeUndefined();
    slow.resolve('back');
    await vi.waitFor(() => expect(observed.result.value.data).toBe('back'));
  });

  it('holds what went wrong, and nothing is told after the end', async () => {
    const client = noRetry();
    const observed = observeQuery(
      client,
      asking('doors', async () => Promise.reject(new Error('away'))),
    );
    const stop = observed.watch();
    await vi.waitFor(() => expect(observed.result.value.error?.message).toBe('away'));
    stop();
    client.setQueryData(['doors'], 'late');
    expect(observed.result.value.data).toBeUndefined();
  });
});
