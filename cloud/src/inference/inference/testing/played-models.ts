import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { createModels, MODELS_KEY } from '@gatehouse/stand-ins/models/models.ts';
import type { UpstreamSettings } from '../models-config.ts';

const SMALL = { fromInputTokens: 0, inputMicros: 1_000_000, outputMicros: 2_000_000 };
const base = { kind: 'chat', contextTokens: 32_768, maxOutputTokens: 8_192, outputLimit: 'max_tokens' } as const;
/** A token of input costs a micro there, one of output two. */
export const MODELS: UpstreamSettings['models'] = [
  { ...base, id: 'small-1', imageTokens: 100, prices: [SMALL] },
  { ...base, id: 'blind', upstreamId: 'large-1', prices: [SMALL] },
  { ...base, id: 'embed-1', kind: 'embedding', prices: [{ ...SMALL, outputMicros: 0 }] },
];

/** Language models that are played for a test, and how they are named in the settings. */
export const playModels = async (clock: Clock = systemClock) => {
  const models = await serveStandIn(createModels({ clock }));
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, MODELS_KEY);
  const settings = (more: Partial<UpstreamSettings> = {}): UpstreamSettings => ({
    name: 'one',
    url: `${models.url}/v1`,
    keyFile,
    zeroRetention: false,
    cancelCosts: 'whole',
    generations: true,
    models: MODELS,
    ...more,
  });
  return {
    models,
    settings,
    close: async () => {
      rmSync(folder, { recursive: true });
      await models.close();
    },
  };
};
