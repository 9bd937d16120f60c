import type { BoxId, FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { AccessService } from '../../access/access/access.service.ts';
import type { CredentialsService } from '../../access/credentials/credentials.service.ts';
import type { MembersService } from '../../access/members/members.service.ts';
import type { OfflinePassesService } from '../../access/offline-passes/offline-passes.service.ts';
import type { PlansService } from '../../access/plans/plans.service.ts';
import type { ScopesService } from '../../access/scopes/scopes.service.ts';
import type { RevokedKind } from '../../kit/db/revoked.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { LockdownsService } from '../../operation/lockdowns/lockdowns.service.ts';
import type { PartnersService } from '../../partner/partners/partners.service.ts';
import type { Mark } from '../../platform/revocations/revocations.module.ts';
import type { SessionsService } from '../../platform/sessions/sessions.module.ts';
import type { SingleSignOnService } from '../../platform/single-sign-on/single-sign-on.module.ts';
import type { UsersService } from '../../platform/users/users.service.ts';
import type { BoxesService } from '../../sites/boxes/boxes.service.ts';
import type { DevicesService } from '../../sites/devices/devices.service.ts';
import type { ReleasesService } from '../../sites/releases/releases.service.ts';

/** Whoever takes something away for good, and takes it away again after a restore. */
export interface Takers {
  readonly access: Pick<
    AccessService,
    'barAgain' | 'revokeGrantAgain' | 'requirePerson' | 'linkedAfter' | 'setPolicyAgain' | 'mapPlanZoneAgain'
  >;
  readonly boxes: Pick<BoxesService, 'decommissionAgain'>;
  readonly credentials: Pick<CredentialsService, 'disableAgain' | 'removePinAgain' | 'removeStaffAgain'>;
  readonly devices: Pick<DevicesService, 'endSecretAgain'>;
  readonly lockdowns: Pick<LockdownsService, 'beginAgain' | 'askAgain' | 'facilities'>;
  readonly members: Pick<MembersService, 'claim' | 'endMembers' | 'idsAfter'>;
  readonly partners: Pick<
    PartnersService,
    'endKey' | 'endIntegration' | 'withdrawAgain' | 'disconnectAgain' | 'takeContactAgain'
  >;
  readonly offlinePasses: Pick<OfflinePassesService, 'revokeAgain'>;
  readonly plans: Pick<PlansService, 'closeAgain'>;
  readonly releases: Pick<ReleasesService, 'withdrawAgain'>;
  readonly scopes: Pick<ScopesService, 'mapKeyAgain' | 'setScopeDoorsAgain' | 'setStatusAgain'>;
  readonly sessions: Pick<
    SessionsService,
    'endSessionAgain' | 'deletePasskeyAgain' | 'deleteTotpAgain' | 'removeDeskAgain' | 'forgetDeskPinAgain'
  >;
  readonly singleSignOn: Pick<SingleSignOnService, 'removeAgain'>;
  readonly users: Pick<UsersService, 'endKey' | 'takeRoleAgain' | 'removeAgain'>;
  readonly webhooks: { disableAgain(tx: Tx, id: string): Promise<boolean> };
}

/** What is called so in marks; undefined for somebody of whom nothing is stored, yet. */
export type MemberOf = (partnerId: PartnerId, facilityId: FacilityId, hash: string) => string | undefined;

/** What became of a mark: whether it changed anything, and what of it has to wait for somebody to be sent. */
export interface Taken {
  readonly changed: boolean;
  readonly left?: Mark;
}

type Take = (tx: Tx, mark: Mark, memberOf: MemberOf) => Promise<Taken | boolean>;

/** What each kind of mark does to a database that does not know it. */
export const takeAgain = (of: Takers): Readonly<Record<RevokedKind, Take>> => {
  const at = ({ facilityId = uncheckedId<FacilityId>('') }: Mark) => facilityId;
  const partner = (mark: Mark) => ({ partnerId: uncheckedId<PartnerId>(mark.subject), facilityId: at(mark) });
  const known = ({ value = [] }: Mark) => value;

  const members: Take = async (tx, mark, memberOf) => {
    const partnerId = uncheckedId<PartnerId>(mark.subject);
    const source = { partnerId, facilityId: at(mark) };
    await of.members.claim(tx, source);
    const known = (mark.members ?? []).flatMap(([, hash, revision]) => {
      const memberId = memberOf(partnerId, source.facilityId, hash);
      return memberId === undefined ? [] : [{ memberId, revision }];
    });
    // Whoever is not here yet comes as the partner sends them.
    return (await of.members.endMembers(tx, source, known)) > 0;
  };

  const person: Take = async (tx, mark, memberOf) => {
    const { subject: personId, value: flags = [] } = mark;
    const facilityId = at(mark);
    const isHere = await of.access.requirePerson(tx, facilityId, personId).then(
      () => true,
      () => false,
    );
    let changed = isHere && (await of.access.barAgain(tx, facilityId, { personId }, flags));
    const left: NonNullable<Mark['members']> = [];
    for (const one of mark.members ?? []) {
      const [partner, hash] = one;
      const partnerId = uncheckedId<PartnerId>(partner);
      const memberId = memberOf(partnerId, facilityId, hash);
      if (memberId === undefined) left.push(one);
      else {
        const member = { partnerId, facilityId, memberId };
        changed = (await of.access.barAgain(tx, facilityId, { member }, flags)) || changed;
      }
    }
    return left.length === 0 ? changed : { changed, left: { ...mark, members: left } };
  };

  return {
    access_scope: (tx, mark) => of.scopes.setScopeDoorsAgain(tx, at(mark), mark.subject, known(mark)),
    box: (tx, { subject }) => of.boxes.decommissionAgain(tx, uncheckedId<BoxId>(subject)),
    credential: (tx, mark) => of.credentials.disableAgain(tx, at(mark), mark.subject),
    device_secret: (tx, { subject }) => of.devices.endSecretAgain(tx, subject),
    grant: (tx, mark) => of.access.revokeGrantAgain(tx, at(mark), mark.subject),
    integration: (tx, mark) => of.partners.endIntegration(tx, uncheckedId<PartnerId>(mark.subject), at(mark)),
    key_reach: (tx, mark) => of.partners.withdrawAgain(tx, mark.subject, known(mark)),
    lockdown: (tx, mark) => of.lockdowns.beginAgain(tx, at(mark), mark.subject, mark.value ?? []),
    members,
    openid_provider: (tx, { subject, value }) =>
      of.singleSignOn.removeAgain(tx, uncheckedId<OrgId>(subject), value?.[0] ?? ''),
    partner_contact: (tx, mark) => of.partners.takeContactAgain(tx, mark.subject, known(mark)),
    partner_key: (tx, { subject, value }) => of.partners.endKey(tx, subject, value && Number(value[0])),
    partner_organisation: (tx, mark) =>
      of.partners.disconnectAgain(tx, uncheckedId<PartnerId>(mark.subject), known(mark)),
    pass: (tx, mark) => of.offlinePasses.revokeAgain(tx, at(mark), mark.subject),
    passkey: (tx, { subject, value }) => of.sessions.deletePasskeyAgain(tx, value?.[0] ?? '', subject),
    person,
    pin: (tx, mark) => of.credentials.removePinAgain(tx, at(mark), mark.subject, Number(mark.value?.[0] ?? 0)),
    plan_zone: (tx, mark) => of.access.mapPlanZoneAgain(tx, partner(mark), known(mark)),
    plans: (tx, mark) => of.plans.closeAgain(tx, partner(mark), known(mark)),
    policy: (tx, mark) => of.access.setPolicyAgain(tx, at(mark), known(mark)),
    release: (tx, { subject }) => of.releases.withdrawAgain(tx, subject),
    role: (tx, { subject, value }) => of.users.takeRoleAgain(tx, value?.[0] ?? '', subject),
    scope_key: (tx, mark) => of.scopes.mapKeyAgain(tx, partner(mark), known(mark)),
    desk: (tx, { subject }) => of.sessions.removeDeskAgain(tx, subject),
    desk_pin: (tx, { subject, value }) => of.sessions.forgetDeskPinAgain(tx, subject, Number(value?.[0] ?? 0)),
    session: (tx, { subject }) => of.sessions.endSessionAgain(tx, subject),
    staff: (tx, mark) => of.credentials.removeStaffAgain(tx, at(mark), mark.subject),
    status_word: (tx, mark) => of.scopes.setStatusAgain(tx, uncheckedId<PartnerId>(mark.subject), known(mark)),
    totp: (tx, { subject, value }) => of.sessions.deleteTotpAgain(tx, subject, Number(value?.[0] ?? 0)),
    user: (tx, { subject }) => of.users.removeAgain(tx, subject),
    user_key: (tx, { subject, value }) => of.users.endKey(tx, value?.[0] ?? '', subject),
    webhook: (tx, { subject }) => of.webhooks.disableAgain(tx, subject),
  };
};
