import type { Plugin } from 'esbuild';
import { expect, it } from 'vitest';
import { withBundler } from './bundler.ts';

it('the bundler is there until the last who builds is done, and changes nothing of the environment', async () => {
  const environment = { ...process.env };
  const begun = Promise.withResolvers<void>();
  const other = withBundler(() => begun.promise);
  const untilOtherIsDone: Plugin = {
    name: 'until the other is done',
    setup: ({ onStart }) =>
      onStart(async () => {
        begun.resolve();
        await other;
      }),
  };
  const { outputFiles } = await withBundler(({ build }) =>
    build({ stdin: { contents: 'export const two = 1 + 1;' }, write: false, plugins: [untilOtherIsDone] }),
  );
  expect(outputFiles[0]?.text).toContain('two = 1 + 1');
  expect({ ...process.env }).toEqual(environment);
});
