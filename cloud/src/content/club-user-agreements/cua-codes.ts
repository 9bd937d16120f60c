import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { CodeRealm } from '../../platform/sessions/sessions.module.ts';
import { type CuaRow, cuaRepo } from './club-user-agreements.repo.ts';
import { CUA_CODE } from './cua-mail.ts';
import type { CuaSigning } from './cua-signing.ts';

export const SEND_CODE = 'club-user-agreements.send-code';

/** Somebody who is asked by e-mail, with what the club is called. */
interface Reached extends CuaRow {
  readonly email: string;
  readonly club: string;
}

/** Codes for whoever has a link: to the address that it was sent to, and to no other. */
export const signingCodes = ({
  signing,
  organisations,
  random,
}: {
  readonly signing: Pick<CuaSigning, 'byHash'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly random: RandomBytes;
}): CodeRealm<{ readonly linkHash: string }, Reached> => {
  const reached = async (tx: Tx, row: CuaRow | undefined): Promise<Reached | undefined> => {
    if (row?.deliver !== 'email' || row.email === null) return undefined;
    const facility = await organisations.findFacility(tx, row.facility_id);
    return facility && { ...row, email: row.email, club: facility.name };
  };
  return {
    realm: 'signing',
    job: SEND_CODE,
    namesOf: ({ linkHash }) => [linkHash],
    find: async (tx, { linkHash }) => reached(tx, (await signing.byHash(tx, linkHash))?.row),
    findById: async (tx, id) => reached(tx, await cuaRepo(tx).find(id)),
    idOfNobody: () => randomId('cua', random),
    mail: ({ email, name, club, facility_id: facilityId }, code) => ({
      kind: CUA_CODE,
      to: email,
      facilityId,
      values: { name, club, code },
    }),
  };
};
