import { createHash } from 'node:crypto';
import { type DeviceNudge, deviceClientId } from '@gatehouse/shared/wire/device-nudge.ts';
import type { Revoked } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { keyMatches } from '../../kit/secrets/key-text.ts';
import { devicesRepo } from './devices.repo.ts';
import type { DeviceTable } from './devices.tables.ts';

/** What a device hears at once, if it listens. */
export interface ToDevices {
  readonly nudge: (uuid: string, about: DeviceNudge['about']) => void;
  /** A secret of the device ended: whoever listened with it listens no more. */
  readonly ended: (uuid: string) => void;
}

/** Names a device with one of its secrets: a token that was traded for another is none of it any more. */
export const subjectOf = (uuid: string, secretHash: string): string =>
  `${uuid}.${createHash('sha256').update(secretHash).digest('base64url').slice(0, 22)}`;

/** What is marked of the secret that a device had. */
export const secretOf = (was: Pick<DeviceTable, 'id' | 'facility_id' | 'secret_hash'>): Revoked[] =>
  was.secret_hash === null
    ? []
    : [
        {
          kind: 'device_secret',
          ...(was.facility_id !== null && { facilityId: was.facility_id }),
          subject: subjectOf(was.id, was.secret_hash),
        },
      ];

const SUBJECT = /^device-([0-9a-f-]{36})\.[\w-]{22}$/;

/** Who may listen for nudges: a device with its secret, and one that is to be reset with the secret that it had. */
export const createDeviceLink = ({ db }: { readonly db: Pick<Database, 'read'> }) => {
  const secretsOf = async (tx: Tx, uuid: string): Promise<string[]> => {
    const repo = devicesRepo(tx);
    const row = await repo.find(uuid);
    const resets = row === undefined ? [] : await repo.openResets(uuid);
    return [...(row?.secret_hash == null ? [] : [row.secret_hash]), ...resets.map(({ secret_hash }) => secret_hash)];
  };
  return {
    /** Whom a token is for that lets this device listen; `undefined` if the secret is not one of its. */
    listens: async (tx: Tx, uuid: string, secret: string): Promise<string | undefined> => {
      const id = uuid.toLowerCase();
      const hash = (await secretsOf(tx, id)).find((one) => keyMatches(secret, one));
      return hash === undefined ? undefined : deviceClientId(subjectOf(id, hash));
    },

    /** Whether the secret that such a token was traded for still counts. */
    mayListen: (subject: string): Promise<boolean> =>
      db.read(async (tx) => {
        const [, uuid = ''] = SUBJECT.exec(subject) ?? [];
        return (await secretsOf(tx, uuid)).some((hash) => deviceClientId(subjectOf(uuid, hash)) === subject);
      }),
  };
};
