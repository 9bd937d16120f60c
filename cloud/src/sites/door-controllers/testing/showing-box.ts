import { createHash, randomInt, randomUUID } from 'node:crypto';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A box that was just switched on and shows a code. */
export const aShowingBox = async (db: Database): Promise<{ readonly boxId: BoxId; readonly code: string }> => {
  const boxId = randomUUID() as BoxId;
  const code = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  await db.write((tx) =>
    tx
      .insertInto('box_claim')
      .values({
        box_id: boxId,
        public_key: newDeviceKey().publicKey,
        network: '',
        code_hash: createHash('sha256').update(`${boxId}:${code}`).digest('hex'),
        expires_at: Number.MAX_SAFE_INTEGER,
      })
      .execute(),
  );
  return { boxId, code };
};
