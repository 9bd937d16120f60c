import { checkWindows } from '@gatehouse/shared/access/check-windows.ts';
import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import { type AccessWindow, AccessWindowInput, WINDOWS_MAX } from '@gatehouse/shared/access/window.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { z } from 'zod';
import type { BatchKind, Judged } from '../../ingest/batch-kind.ts';
import { epochMsOf } from './iso-time.ts';
import { ADDRESS_LENGTH_MAX, lengthOfAddress } from './member-address.ts';
import { MemberItem } from './member-item.ts';
import { e164Of } from './member-phone.ts';
import { decodePicture, judgePicture, type SoundPicture } from './member-picture.ts';
import { type MemberRow, recordOf } from './member-row.ts';

/** The two fields that refuse the whole request when they are wrong. */
export const windowFields = {
  access_time_windows: z
    .array(AccessWindowInput)
    .max(WINDOWS_MAX)
    .describe('All windows of the member from you: the list replaces the one before. Left out, that one stays.'),
  access_time_windows_revision: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Required with `access_time_windows`: grows with every change of them.'),
};

interface FoundWindows {
  readonly windows: readonly AccessWindow[];
  readonly revision: number;
}
interface Draft {
  readonly item: MemberItem;
  readonly e164: string | undefined;
  readonly picture: SoundPicture | null | undefined;
  readonly found: FoundWindows | undefined;
}

/** Members as partners push them. Imported by a worker: pure, and without a server or database behind it. */
export const batchKind: BatchKind<MemberItem, Draft, MemberRow, FoundWindows | undefined> = {
  url: import.meta.url,
  arrayKey: 'members',
  idKeys: ['member_id'],
  item: MemberItem,
  shapes: windowFields,
  verbatim: 'address',
  strict: (item, { notIntegers }) => {
    const verdict = checkWindows(item, bundledZones(), { notIntegers });
    return verdict !== undefined && 'problems' in verdict ? { problems: verdict.problems } : { found: verdict };
  },
  judge: (item, found) => judgeMember(emptyAsNull(item), found),
  build: ({ item, e164, picture, found }) => ({
    memberId: item.member_id,
    ...recordOf(item, e164),
    updatedMs: typeof item.updated === 'string' ? epochMsOf(item.updated) : undefined,
    statuses: statusesOf(item),
    ...(picture !== undefined && { picture: picture && sentPicture(picture) }),
    ...(found && { windows: windowsRow(found) }),
  }),
};

/** Exports often write an empty text where there is nothing: no reason to leave a member's access as it was. */
const emptyAsNull = (item: MemberItem): MemberItem => {
  const { email, mobile_phone: phone, profile_picture: picture } = item;
  if (email !== '' && phone !== '' && picture !== '') return item;
  const own = { ...item };
  for (const field of ['email', 'mobile_phone', 'profile_picture'] as const) if (own[field] === '') own[field] = null;
  return own;
};

const judgeMember = (item: MemberItem, found: FoundWindows | undefined): Judged<Draft> => {
  const { mobile_phone: phone, profile_picture: sent } = item;
  const e164 = typeof phone === 'string' ? e164Of(phone) : undefined;
  if (typeof phone === 'string' && e164 === undefined)
    return { skip: 'mobile_phone: must be a number in E.123 international notation, such as +61 7 3000 0000' };
  if ((item.membership_plans ?? []).filter(({ is_current }) => is_current).length > 1)
    return { skip: 'membership_plans: at most one may have is_current true' };
  if (lengthOfAddress(item.address) > ADDRESS_LENGTH_MAX)
    return { skip: 'address: must have at most 30000 characters in all' };
  const picture = typeof sent === 'string' ? judgePicture(sent) : sent;
  if (typeof picture === 'string') return { skip: `profile_picture: ${picture}` };
  return { ready: { item, e164, picture, found } };
};

const sentPicture = (sound: SoundPicture) => {
  const picture = decodePicture(sound);
  return { hash: picture.hash, picture };
};

const statusesOf = ({ membership_status: own, membership_plans: plans }: MemberItem): string[] =>
  [own, ...(plans ?? []).map(({ status }) => status)].filter((word) => typeof word === 'string');

const windowsRow = ({ windows, revision }: FoundWindows) => {
  const { hash, canonical, scopeKeys, program } = snapshotOf(windows, bundledZones());
  return { revision, hash, canonical, scopeKeys, program };
};
