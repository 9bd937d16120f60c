import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../organisations/organisations.module.ts';
import type { CallersSession, Desk } from '../users/platform-surface.ts';
import { RIGHTS, type RoleGrant, type User } from '../users/users.module.ts';

/** What pages need to know of the installation. */
export interface Installation {
  readonly version: string;
  readonly features: readonly string[];
}

const Person = z
  .object({
    userId: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
  })
  .meta({ id: 'SessionUser' });

/** Who somebody is here, and what they may do: what every page of a console begins with. */
export const SessionView = z
  .object({
    sessionId: z.string().nullable().describe('The session; null where the request came with a key.'),
    user: Person.describe('Who signed in, or whose key it is.'),
    simulating: Person.nullable().describe(
      'Whom they act as: the roles are theirs. Null where they act as themselves.',
    ),
    roles: z
      .array(
        z.object({
          right: z.enum(RIGHTS).describe('A role, or a module that somebody is trusted with.'),
          scope: z.enum(['platform', 'organisation', 'facility']),
          scopeId: z.string().nullable(),
          scopeName: z
            .string()
            .nullable()
            .describe('What the organisation or the facility is called; null on the platform.'),
          endsAt: z.iso.datetime().optional().describe('When it ends by itself (UTC). Left out where it does not.'),
        }),
      )
      .describe('What they hold, and where.'),
    endsAt: z.iso.datetime().nullable().describe('When the session ends at the latest (UTC); null with a key.'),
    idleEndsAt: z.iso
      .datetime()
      .nullable()
      .describe('When it ends unless something is asked before (UTC); null with a key.'),
    stepUpUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until when grave acts are carried out (UTC); null where nothing has proven enough.'),
    desk: z
      .object({
        deskId: z.string().describe('The desk: `dsk_` and 16 characters.'),
        label: z.string().describe('What people call the device.'),
        facilityId: z.string(),
      })
      .optional()
      .describe('The desk at which they signed in with a PIN: they do there what is for desks, and nothing else.'),
    features: z
      .array(z.string())
      .describe('What this installation has beside what all have: `mail`, `weather`. Others may come.'),
    version: z.string().describe('The release of the cloud.'),
  })
  .meta({ id: 'Session' });

export const A_SESSION: z.input<typeof SessionView> = {
  sessionId: 'ses_0123456789abcdef',
  user: { userId: 'usr_0123456789abcdef', email: 'sam@example.com', firstName: 'Sam', lastName: 'Rivers' },
  simulating: null,
  roles: [
    {
      right: 'facility-manager',
      scope: 'facility',
      scopeId: 'fac_0123456789abcdef',
      scopeName: 'Riverside Strength Brisbane',
    },
  ],
  endsAt: '2026-01-01T21:30:00.000Z',
  idleEndsAt: '2026-01-01T10:00:00.000Z',
  stepUpUntil: null,
  features: ['mail'],
  version: '0.1.0',
};

const personOf = ({ id, email, firstName, lastName }: User) => ({ userId: id, email, firstName, lastName });

const deskOf = ({ deskId, label, facilityId }: Desk) => ({ deskId, label, facilityId: facilityId as string });

type Places = Pick<OrganisationsService, 'findFacility' | 'findOrganisation'>;

const nameOf = async (tx: Tx, places: Places, grant: RoleGrant): Promise<string | null> => {
  if (grant.scope === 'platform') return null;
  const find =
    grant.scope === 'organisation'
      ? places.findOrganisation(tx, grant.scopeId)
      : places.findFacility(tx, grant.scopeId);
  return (await find)?.name ?? null;
};

/** What somebody may do, with the names of the places. */
export const sessionView = async (
  tx: Tx,
  { organisations, installation }: { readonly organisations: Places; readonly installation: Installation },
  who: {
    readonly user: User;
    readonly simulating?: User | undefined;
    readonly grants: readonly RoleGrant[];
    readonly session?: CallersSession | undefined;
  },
): Promise<z.output<typeof SessionView>> => {
  const roles: z.output<typeof SessionView>['roles'] = [];
  for (const grant of who.grants)
    roles.push({
      right: grant.right,
      scope: grant.scope,
      scopeId: grant.scope === 'platform' ? null : grant.scopeId,
      scopeName: await nameOf(tx, organisations, grant),
      ...(grant.endsAt !== undefined && { endsAt: isoOf(grant.endsAt) }),
    });
  const { session } = who;
  return {
    sessionId: session?.id ?? null,
    user: personOf(who.user),
    simulating: who.simulating === undefined ? null : personOf(who.simulating),
    roles,
    endsAt: session === undefined ? null : isoOf(session.endsAt),
    idleEndsAt: session === undefined ? null : isoOf(session.idleEndsAt),
    stepUpUntil: isoOrNull(session?.stepUpUntil),
    ...(session?.desk !== undefined && { desk: deskOf(session.desk) }),
    features: [...installation.features],
    version: installation.version,
  };
};
