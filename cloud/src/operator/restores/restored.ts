import type { SnapshotsService } from '../../access/snapshots/snapshots.service.ts';
import type { RevokedKind } from '../../kit/db/revoked.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { Mark, MarkedUnit, RevocationsService } from '../../platform/revocations/revocations.module.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { NewDifference } from './differences.ts';
import { markedMembers } from './marked-members.ts';
import { type MemberOf, type Takers, takeAgain } from './revoked-again.ts';

export interface RestoredDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly revocations: Pick<
    RevocationsService,
    'fellBack' | 'caughtUp' | 'missing' | 'removeOld' | 'hashOf' | 'noteMissing' | 'waiting' | 'noteWaiting'
  >;
  readonly boxes: Pick<BoxesService, 'holdAll'>;
  readonly snapshots: Pick<SnapshotsService, 'renewEpochs'>;
  /** Whatever is read on from a place, or gives numbers to others. */
  readonly feeds: readonly { passGivenPlaces(tx: Tx): Promise<void> }[];
  readonly takers: Takers;
  readonly note: (tx: Tx, difference: NewDifference) => Promise<void>;
  readonly log: {
    info(detail: unknown, message: string): void;
    error(detail: unknown, message: string): void;
  };
}

const WORDS: Record<RevokedKind, string> = {
  access_scope: 'An access scope has again the doors that staff had left in it.',
  box: 'A box was decommissioned again.',
  credential: 'A card or short id was disabled again.',
  device_secret: 'The secret of a device was ended again: give it a new one.',
  grant: 'A grant was taken back again.',
  integration: 'The integration of a partner was disabled again.',
  key_reach: 'A key of a partner was kept from reaching an organisation again.',
  lockdown: 'A lockdown stands again. Release it if it is over.',
  members:
    'Members of a partner had less access than the backup says: they have none of its giving until it sends them again.',
  openid_provider: 'The OpenID provider of an organisation lets nobody in again: set up the one that is meant.',
  partner_contact: 'A contact of a partner was removed, or made no owner, again.',
  partner_key: 'A key of a partner was ended again.',
  partner_organisation: 'A partner was disconnected from an organisation again.',
  passkey: 'A passkey of a user was deleted again.',
  pass: 'An outage pass was taken back again.',
  person: 'Somebody whom staff keep out was kept out again.',
  pin: 'A PIN was removed again: set a new one.',
  plan_zone: 'A zone of plans opens again what staff had left of it.',
  plans: 'Plans of a partner opened less than the backup says: they open nothing until it sends them again.',
  policy: 'The access policy is again as staff had set it last.',
  release: 'A release was withdrawn again.',
  role: 'A role was taken away again.',
  scope_key: 'A scope key opens again what staff had left of it.',
  desk: 'A desk of a reception is none again.',
  desk_pin: 'Somebody’s PIN for desks was deleted again: they set a new one.',
  session: 'A session of a console was ended again.',
  staff: 'Somebody can sign in at the panels no more, as before: add them anew with a new PIN.',
  status_word: 'A status of a partner denies access again.',
  totp: 'The authenticator of a user was deleted again.',
  user: 'A user was deleted again.',
  user_key: 'A key of a user was ended again.',
  webhook: 'A webhook was disabled again.',
};

/** Finds out that the database was restored, and takes away again what was taken away since. Before anybody listens. */
export const createRestored = (deps: RestoredDeps) => {
  const { db, revocations, boxes, snapshots, feeds, takers, note, log } = deps;
  const take = takeAgain(takers);

  const membersIn = (units: readonly MarkedUnit[]) => markedMembers({ db, revocations, takers }, units);

  /** One unit again. Resolves with what of it has to wait. */
  const again = async (tx: Tx, marks: readonly Mark[], memberOf: MemberOf): Promise<Mark[]> => {
    const left: Mark[] = [];
    for (const mark of marks) {
      const kind = mark.kind as RevokedKind;
      const taken = await take[kind]?.(tx, mark, memberOf);
      const { changed, left: rest } = typeof taken === 'object' ? taken : { changed: taken === true };
      if (rest !== undefined) left.push(rest);
      if (!changed) continue;
      log.info({ kind, subject: mark.subject }, 'revoked again');
      if (mark.facilityId === undefined) continue;
      const isLockdown = kind === 'lockdown';
      await note(tx, {
        facilityId: mark.facilityId,
        kind: isLockdown ? 'lockdown' : 'revoked',
        subject: isLockdown ? mark.subject : `${kind}/${mark.subject}`,
        message: WORDS[kind],
      });
    }
    return left;
  };

  /** Lockdowns that stand are asked of the boxes anew: their releases, if there were any, are forgotten. */
  const lockDownAgain = async (): Promise<void> => {
    for (const facilityId of await db.read((tx) => takers.lockdowns.facilities(tx)))
      await db.write(async (tx) => {
        for (const id of await takers.lockdowns.askAgain(tx, facilityId))
          await note(tx, {
            facilityId,
            kind: 'lockdown',
            subject: id,
            message: 'This lockdown stands, and may have been released since the backup. Release it if it is over.',
          });
      });
  };

  return {
    /**
     * Whether the database is older than it was. Throws where pages cannot be read or used, after it has done what the others
     * say.
     */
    revokeRestored: async (): Promise<boolean> => {
      const fellBack = await revocations.fellBack();
      const { units, unusable } = await revocations.missing();
      if (fellBack || units.length > 0) {
        log.error({ units: units.length }, 'the database is older than it was: it was restored from a backup');
        await db.write(async (tx) => {
          await snapshots.renewEpochs(tx);
          await boxes.holdAll(tx);
          for (const feed of feeds) await feed.passGivenPlaces(tx);
        });
        const memberOf = await membersIn(units);
        for (const unit of units)
          await db.write(async (tx) => {
            const left = await again(tx, unit.marks, memberOf);
            await revocations.noteMissing(
              tx,
              left.length > 0 ? { ...unit, marks: left } : unit,
              left.length > 0 ? 'waiting' : 'marked',
            );
          });
        await lockDownAgain();
        // Only now: whoever was cut off before has it all to do again.
        await revocations.caughtUp();
      }
      if (unusable.length > 0) throw new Error(`marks of revocations cannot be used: ${unusable.join('; ')}`);
      return fellBack || units.length > 0;
    },

    /** Forgets what no backup is as old as. */
    forgetOld: revocations.removeOld,

    /** Whoever was kept out and is sent only now is kept out again. */
    revokeWaiting: async (): Promise<void> => {
      const units = await revocations.waiting();
      if (units.length === 0) return;
      const memberOf = await membersIn(units);
      for (const unit of units)
        await db.write(async (tx) => {
          const left = await again(tx, unit.marks, memberOf);
          await revocations.noteWaiting(tx, { ...unit, marks: left }, left.length > 0 ? 'waiting' : 'marked');
        });
    },
  };
};
