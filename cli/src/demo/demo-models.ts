import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const price = (inputMicros: number, outputMicros: number) => [{ fromInputTokens: 0, inputMicros, outputMicros }];

/** Writes down who answers for models in the demo, and with what prices; says where. */
export const writeModelUpstreams = (dataDir: string, port: number, keyFile: string): string => {
  const models = [
    { id: 'small-1', contextTokens: 32_768, imageTokens: 1_000, prices: price(150_000, 600_000) },
    { id: 'large-1', contextTokens: 131_072, imageTokens: 1_000, prices: price(2_500_000, 10_000_000) },
    { id: 'embed-1', kind: 'embedding', contextTokens: 8_192, prices: price(20_000, 0) },
  ];
  const upstream = { name: 'stand-in', url: `http://127.0.0.1:${port}/v1`, keyFile, generations: true, models };
  const file = join(dataDir, 'model-upstreams.json');
  writeFileSync(file, `${JSON.stringify({ upstreams: [upstream] }, null, 2)}\n`, { mode: 0o600 });
  return file;
};
