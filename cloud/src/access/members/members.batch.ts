import { checkWindows } from '@gatehouse/shared/access/check-windows.ts';
import { snapshotOf } from '@gatehouse/shared/access/snapshot.ts';
import { type AccessWindow, AccessWindowInput, WINDOWS_MAX } from '@gatehouse/shared/access/window.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { z } from 'zod';
import { withheld } from '../../kit/http/shown-fields.ts';
import type { BatchKind, FieldFault, Guess, Judged } from '../../kit/ingest/batch-kind.ts';
import { epochMsOf, guessOf, readTime } from '../../kit/ingest/iso-time.ts';
import { ADDRESS_LENGTH_MAX, lengthOfAddress } from './member-address.ts';
import { MemberItem } from './member-item.ts';
import { e164Of } from './member-phone.ts';
import { decodePicture, judgePicture, type SoundPicture } from './member-picture.ts';
import { concernsAccess, mendPlans } from './member-plans.ts';
import { type MemberRow, recordOf } from './member-row.ts';

// The label of a window is for people to read, and so may be about one.
for (const { shape } of AccessWindowInput.options) if (shape.label !== undefined) withheld(shape.label);

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
  /** What is wrong in a field that access hangs on. */
  readonly guarded: readonly FieldFault[];
}

/** Members as partners push them. Imported by a worker: pure, and without a server or database behind it. */
export const batchKind: BatchKind<MemberItem, Draft, MemberRow, FoundWindows | undefined> = {
  url: import.meta.url,
  arrayKey: 'members',
  idKeys: ['member_id'],
  item: MemberItem,
  identity: ['member_id'],
  mends: { membership_plans: mendPlans },
  shapes: windowFields,
  verbatim: 'address',
  strict: (item, { notIntegers, repeated }) => {
    const verdict = checkWindows(item, bundledZones(), { notIntegers, repeated });
    return verdict !== undefined && 'problems' in verdict ? { problems: verdict.problems } : { found: verdict };
  },
  judge: (item, found, faults) => judgeMember(inOneForm(emptyAsNull(item)), found, faults),
  build: ({ item, e164, picture, found, guarded }) => ({
    memberId: item.member_id,
    ...recordOf(item, e164),
    updatedMs: typeof item.updated === 'string' ? epochMsOf(item.updated) : undefined,
    statuses: statusesOf(item),
    ...(picture !== undefined && { picture: picture && sentPicture(picture) }),
    ...(found && { windows: windowsRow(found) }),
    ...(guarded.length > 0 && { guarded: guarded.slice(0, REASONS_KEPT) }),
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

/** As many as anybody is told of. */
const REASONS_KEPT = 3;

const inOneForm = (item: MemberItem): { readonly item: MemberItem; readonly guesses: readonly Guess[] } => {
  const { created, updated, membership_plans: plans } = item;
  if (typeof created !== 'string' && typeof updated !== 'string' && !plans) return { item, guesses: [] };
  const guesses: Guess[] = [];
  const read = (text: string | null | undefined, path: string, meaning: Parameters<typeof guessOf>[1]) => {
    if (typeof text !== 'string') return text;
    const time = readTime(text);
    guesses.push(...guessOf(path, meaning, time.kind));
    return time.text;
  };
  const own = {
    ...item,
    ...(created && { created: read(created, 'created', 'order') }),
    ...(updated && { updated: read(updated, 'updated', 'order') }),
    ...(plans && {
      membership_plans: plans.map((plan) => ({
        ...plan,
        ...(plan.start_date && { start_date: read(plan.start_date, 'membership_plans[].start_date', 'start') }),
        ...(plan.end_date && { end_date: read(plan.end_date, 'membership_plans[].end_date', 'end') }),
      })),
    }),
  };
  return { item: own, guesses };
};

/** A field that breaks a rule is left out, like one that has not the right shape: the stored value stays. */
const judgeMember = (
  { item: sent, guesses }: ReturnType<typeof inOneForm>,
  found: FoundWindows | undefined,
  faults: readonly FieldFault[],
): Judged<Draft> => {
  const ignored: FieldFault[] = [];
  const item = { ...sent };
  const leaveOut = (path: 'address' | 'mobile_phone' | 'profile_picture', { reason }: Pick<FieldFault, 'reason'>) => {
    ignored.push({ path, reason });
    delete item[path];
  };
  const { mobile_phone: phone } = sent;
  const e164 = typeof phone === 'string' ? e164Of(phone) : undefined;
  if (typeof phone === 'string' && e164 === undefined)
    leaveOut('mobile_phone', {
      reason: 'mobile_phone: must be a number in E.123 international notation, such as +61 7 3000 0000',
    });
  // The list still counts as far as it takes access away.
  if ((sent.membership_plans ?? []).filter(({ is_current }) => is_current).length > 1)
    ignored.push({ path: 'membership_plans', reason: 'membership_plans: at most one may have is_current true' });
  if (lengthOfAddress(sent.address) > ADDRESS_LENGTH_MAX)
    leaveOut('address', { reason: 'address: must have at most 30000 characters in all' });
  let picture = typeof sent.profile_picture === 'string' ? judgePicture(sent.profile_picture) : sent.profile_picture;
  if (typeof picture === 'string') {
    leaveOut('profile_picture', { reason: `profile_picture: ${picture}` });
    picture = undefined;
  }
  const guarded = [...faults, ...ignored].filter(concernsAccess);
  return { ready: { item, e164, picture, found, guarded }, ignored, guesses };
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
