import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import fc from 'fast-check';
import type { World } from '../../../testing/world.ts';

/** Something that somebody does at a facility: by small numbers, so that many of them are about the same things. */
export type Write = readonly [kind: keyof typeof WRITES, which: number, how: number];

interface Acting {
  readonly world: World;
  readonly partners: readonly PartnerId[];
}

const KEYS = ['floor', 'pool', 'default'];
const STATUSES = ['current', 'on hold', 'Frozen'];
const HOURS = { mon: [['06:00', '22:00']], tue: [], wed: [['00:00', '24:00']], thu: [], fri: [], sat: [], sun: [] };
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const partnerOf = ({ partners }: Acting, which: number): PartnerId => at(partners, which);
const refOf = (on: Acting, which: number) => ({
  partnerId: partnerOf(on, which),
  facilityId: on.world.facilityId,
  memberId: `M-${which}`,
});
const send = async (
  { world, partners }: Acting,
  which: number,
  kind: 'members' | 'plans',
  items: readonly object[],
) => {
  const caller = { ...world.caller, partnerId: at(partners, which) };
  const name = kind === 'members' ? 'members' : 'membership_plans';
  const linked = items.map((item) => ({ facility_id: world.facilityId, ...item }));
  await world[kind].push(Buffer.from(JSON.stringify({ [name]: linked })), world.callBy(caller));
};
const person = async (on: Acting, which: number) => ({
  facilityId: on.world.facilityId,
  personId: await on.world.db.write((tx) => on.world.access.personFor(tx, refOf(on, which), 'Sam')),
});
const targetOf = async ({ world }: Acting, how: number) => {
  const [scope] = await world.scopes.listScopes(world.facilityId);
  if (how % 3 === 0) return { to: 'facility' as const };
  if (how % 3 === 1 || scope === undefined) return { to: 'doors' as const, doorIds: [world.doorId] };
  return { to: 'scopes' as const, scopes: [scope.id] };
};
let revision = 0;

export const WRITES = {
  pushMember: (on: Acting, which: number, how: number) =>
    send(on, which, 'members', [
      {
        member_id: `M-${which}`,
        first_name: at(['Ada', 'Grace'], how),
        last_name: 'Byron',
        membership_status: at(STATUSES, how),
        membership_plans: [
          { membership_plan_id: at(['gold', 'silver'], how), status: at(STATUSES, how + 1), is_current: how % 2 === 0 },
        ],
      },
    ]),
  pushWindows: (on: Acting, which: number, how: number) =>
    send(on, which, 'members', [
      {
        member_id: `M-${which}`,
        first_name: 'Ada',
        last_name: 'Byron',
        access_time_windows_revision: ++revision,
        access_time_windows:
          how === 0
            ? []
            : [{ external_id: 'w', kind: 'weekly', timezone: 'UTC', access_hours: HOURS, scope_key: at(KEYS, how) }],
      },
    ]),
  pushPlan: (on: Acting, which: number, how: number) =>
    send(on, which, 'plans', [
      {
        membership_plan_id: at(['gold', 'silver'], which),
        name: 'A plan',
        access_zones: KEYS.slice(0, how % 3).map((name) => ({ name, ...(how < 3 && { access_hours: HOURS }) })),
      },
    ]),
  mapKey: async (on: Acting, which: number, how: number) => {
    const target = await targetOf(on, how);
    await on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, { ...refOf(on, which), key: at(KEYS, which) }, { target }),
    );
  },
  disableKey: (on: Acting, which: number, how: number) =>
    on.world.db.write((tx) =>
      on.world.scopes.setKey(tx, { ...refOf(on, which), key: at(KEYS, which) }, { disabled: how % 2 === 0 }),
    ),
  makeScope: ({ world }: Acting, which: number) =>
    world.db.write((tx) =>
      world.scopes.createScope(tx, world.facilityId, { name: `S${which}`, doors: [world.doorId] }),
    ),
  changeScope: async ({ world }: Acting, _which: number, how: number) => {
    const [scope] = await world.scopes.listScopes(world.facilityId);
    if (scope === undefined) return;
    if (how % 2 === 0) await world.db.write((tx) => world.scopes.removeScope(tx, world.facilityId, scope.id));
    else
      await world.db.write((tx) =>
        world.scopes.updateScope(tx, { facilityId: world.facilityId, id: scope.id }, { doors: [] }),
      );
  },
  flag: async (on: Acting, which: number, how: number) => {
    const of = await person(on, which);
    const flags = { banned: how % 2 === 0, blocked: how % 3 === 0 };
    return on.world.db.write((tx) => on.world.access.setFlags(tx, of, flags, { by: 'Sam', reason: 'Because' }));
  },
  grant: async (on: Acting, which: number, how: number) => {
    const of = await person(on, which);
    const given = { target: await targetOf(on, how), breakGlass: how % 2 === 0 };
    return on.world.db.write((tx) => on.world.access.grant(tx, of, given, 'S'));
  },
  revokeGrant: async ({ world }: Acting, which: number) => {
    const rows = await world.db.read((tx) => tx.selectFrom('access_grant').select('id').orderBy('id').execute());
    if (rows.length > 0)
      await world.db.write((tx) => world.access.revokeGrant(tx, world.facilityId, at(rows, which).id));
  },
  link: async (on: Acting, which: number, how: number) => {
    const { personId } = await person(on, how);
    return on.world.db.write((tx) => on.world.access.linkMember(tx, personId, refOf(on, which)));
  },
  unlink: (on: Acting, which: number) => on.world.db.write((tx) => on.world.access.unlinkMember(tx, refOf(on, which))),
  mapPlanZone: async (on: Acting, which: number, how: number) => {
    const target = await targetOf(on, how);
    const zone = { ...refOf(on, which), name: at(KEYS, which) };
    return on.world.db.write((tx) => on.world.access.mapPlanZone(tx, zone, target));
  },
  setPolicy: ({ world }: Acting, which: number, how: number) =>
    world.db.write((tx) =>
      world.access.setPolicy(tx, world.facilityId, { graceHours: which, longestOutageHours: 1 + how }),
    ),
  makeDoor: ({ world }: Acting) => world.aDoor(),
  toggleIntegration: (on: Acting, which: number, how: number) =>
    on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, partnerOf(on, which), on.world.facilityId, { enabled: how % 4 !== 0 }),
    ),
  setStatus: (on: Acting, which: number, how: number) =>
    on.world.db.write((tx) =>
      on.world.scopes.setStatus(
        tx,
        partnerOf(on, which),
        at(STATUSES, which),
        at(['allow', 'deny', 'ignore'] as const, how),
      ),
    ),
  addCard: async (on: Acting, which: number, how: number) => {
    const of = { ...(await person(on, which)), by: 'Sam' };
    const card = { kind: 'card', text: `A${how}F${which}` } as const;
    return on.world.db.write((tx) => on.world.credentials.addCredential(tx, of, card));
  },
} satisfies Record<string, (on: Acting, which: number, how: number) => Promise<unknown>>;

const KINDS = Object.keys(WRITES) as (keyof typeof WRITES)[];

export const aWrite = (kinds: readonly Write[0][] = KINDS): fc.Arbitrary<Write> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(3), fc.nat(5));

/** A few kinds of writes: one that has everybody made anew would hide what another one has forgotten to mark. */
export const someKinds = fc.subarray(KINDS, { minLength: 1, maxLength: 5 });

/** Some of everything, so that what is written next changes something that boxes have. */
export const FURNISHING: readonly Write[] = [
  ['pushPlan', 0, 2],
  ['pushPlan', 1, 5],
  ['makeScope', 0, 0],
  ...[0, 1, 2, 3].flatMap((which): Write[] => [
    ['pushMember', which, which],
    ['pushWindows', which, 1 + which],
    ['mapKey', which, which % 2],
    ['mapPlanZone', which, which],
  ]),
  ['grant', 0, 2],
  ['grant', 1, 5],
  ['grant', 2, 0],
  ['link', 3, 2],
];

/** Does it. What is refused has changed nothing. */
export const act = async (on: Acting, [kind, which, how]: Write): Promise<void> => {
  try {
    await WRITES[kind](on, which, how);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};
