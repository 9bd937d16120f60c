import { RELEASE_PART_BYTES } from '@gatehouse/shared/wire/releases.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';

interface Archive {
  readonly version: string;
  readonly sha256: string;
}

const keyOf = ({ version, sha256 }: Archive, number: number): string => `releases/${version}/${sha256}/${number}`;

/** Puts an archive into the object store in parts, each of which one answer to a box can carry. */
export const putArchive = async (objects: ObjectStore, archive: Archive, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length; at += RELEASE_PART_BYTES)
    await objects.put(keyOf(archive, at / RELEASE_PART_BYTES), {
      bytes: bytes.subarray(at, at + RELEASE_PART_BYTES),
      type: 'application/octet-stream',
    });
};

/** The archive from byte `from` to the end of the part that it lies in; `undefined` where the store has no such part. */
export const readArchive = async (
  objects: ObjectStore,
  archive: Archive,
  from: number,
): Promise<Uint8Array | undefined> => {
  const number = Math.floor(from / RELEASE_PART_BYTES);
  const part = await objects.get(keyOf(archive, number));
  return part?.subarray(from - number * RELEASE_PART_BYTES);
};
