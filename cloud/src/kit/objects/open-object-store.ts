import { readFileSync } from 'node:fs';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { CloudConfig } from '../../config.ts';
import { openFileObjectStore } from './file-object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

/** Opens the store that the configuration names. Throws where the folder or the file of the secret cannot be used. */
export const openObjectStore = async (
  { folder, s3 }: CloudConfig['objects'],
  deps: { readonly clock: Clock; readonly random: RandomBytes },
): Promise<ObjectStore> => {
  if (s3 === undefined) return openFileObjectStore(folder, deps);
  const { secretFile, ...settings } = s3;
  return createS3ObjectStore({ ...settings, secretAccessKey: readFileSync(secretFile, 'utf8').trim() }, deps);
};
