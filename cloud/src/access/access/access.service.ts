import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { MembersService } from '../members/members.service.ts';
import type { PlansService } from '../plans/plans.service.ts';
import type { ScopesService } from '../scopes/scopes.service.ts';
import type { MemberRef } from './access.repo.ts';
import { type CalendarOf, calendarOf } from './calendar-of.ts';
import { type AccessQuestion, checkAccess } from './check-access.ts';
import { couldEnter } from './could-enter.ts';
import { createPersonErasure, type PersonStore } from './erase-member.ts';
import { explainAccess, type Who } from './explain-access.ts';
import { createMemberViews } from './member-views.ts';
import { type PassRoom, passRoom } from './pass-doors.ts';
import { createPeople } from './people.ts';
import { createPeopleViews } from './people-views.ts';
import { previewSuspension } from './preview-suspension.ts';
import { createRecords } from './records.ts';
import { createRules } from './rules.ts';
import { whatIf } from './what-if.ts';
import type { Change } from './what-if-change.ts';

export interface AccessDeps {
  readonly db: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly zones: ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly scopes: Pick<
    ScopesService,
    | 'recordChanges'
    | 'lock'
    | 'recordUnderLock'
    | 'checkTarget'
    | 'pointersOf'
    | 'requireSource'
    | 'statusMapOf'
    | 'targetHere'
  >;
  readonly plans: Pick<PlansService, 'findPlans' | 'listPlans' | 'zoneNumbers'>;
  readonly members: Pick<
    MembersService,
    'find' | 'findMany' | 'idsAfter' | 'listForFacility' | 'membersWithKey' | 'searchMembers'
  >;
  /** Staff keep out a person, who is these members. */
  readonly barred: (tx: Tx, facilityId: FacilityId, members: readonly MemberRef[]) => Promise<unknown>;
  /** What a person presents at doors. */
  readonly personStore: PersonStore;
}
export type AccessService = ReturnType<typeof createAccessService>;

export const createAccessService = (deps: AccessDeps) => ({
  ...createMemberViews(deps, createPeopleViews(deps)),
  ...createPersonErasure(deps),
  ...createPeople(deps),
  ...createPeopleViews(deps),
  ...createRules(deps),
  ...createRecords(deps),

  /** Would this member get in? Undefined for a member whom the partner has not sent. */
  check: (tx: Tx, ref: MemberRef, question: AccessQuestion) => checkAccess(tx, deps, ref, question),

  /** Every rule that was looked at, for staff. Undefined for whom nobody knows. */
  explain: (tx: Tx, who: Who, question: Parameters<typeof explainAccess>[3]) => explainAccess(tx, deps, who, question),

  /** When doors open to somebody, for staff. Undefined for whom nobody knows. */
  calendarOf: (tx: Tx, who: Parameters<typeof calendarOf>[2]): Promise<CalendarOf | undefined> =>
    calendarOf(tx, deps, who),

  /** Who could enter at a moment, by the rules of now: page by page. */
  couldEnter: (tx: Tx, facilityId: FacilityId, question: Parameters<typeof couldEnter>[3]) =>
    couldEnter(tx, createRecords(deps), facilityId, question),

  /** Who would gain and who would lose access if something were otherwise. Nothing is written. */
  whatIf: (facilityId: FacilityId, change: Change, page: Parameters<typeof whatIf>[3]) =>
    whatIf(deps, facilityId, change, page),

  /** What a pass may say of a member. */
  passRoom: (
    tx: Tx,
    ref: MemberRef,
    asked: Parameters<typeof passRoom>[3],
  ): Promise<PassRoom | 'unknown_member' | undefined> => passRoom(tx, deps, ref, asked),

  /** Throws 404 for a partner that has no integration at the facility. */
  previewSuspension: async (source: Parameters<typeof previewSuspension>[1]) => {
    await deps.db.read((tx) => deps.scopes.requireSource(tx, source));
    return previewSuspension(deps, source);
  },
});
