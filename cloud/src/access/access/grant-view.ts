import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { By, type Named } from '../../platform/users/actor-surface.ts';
import { AccessTarget } from '../scopes/scopes.module.ts';
import type { ListedGrant } from './people-views.ts';

/** A grant in answers. */
export const GrantView = z
  .object({
    grantId: z.string(),
    personId: z.string(),
    target: AccessTarget,
    from: z.iso.datetime().nullable().describe('From when on, inclusive; null: at once.'),
    until: z.iso.datetime().nullable().describe('Until when, exclusive; null: until it is revoked.'),
    breakGlass: z.boolean().describe('It passes a lockdown, and counts on a box without the cloud.'),
    reason: z.string().describe('Why, in the words of who gave it. May be empty.'),
    grantedBy: By,
    grantedAt: z.iso.datetime(),
  })
  .meta({ id: 'Grant' });

export const toGrant = ({
  id,
  fromS,
  untilS,
  grantedAt,
  ...grant
}: Named<ListedGrant, 'grantedBy'>): z.output<typeof GrantView> => ({
  grantId: id,
  ...grant,
  from: isoOrNull(fromS === null ? null : fromS * 1_000),
  until: isoOrNull(untilS === null ? null : untilS * 1_000),
  grantedAt: isoOf(grantedAt),
});
