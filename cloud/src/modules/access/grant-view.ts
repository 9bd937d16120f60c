import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { AccessTarget } from '../scopes/scopes.module.ts';
import type { ListedGrant } from './people-views.ts';

/** A grant in answers. */
export const GrantView = z
  .object({
    grantId: z.string(),
    personId: z.string(),
    target: AccessTarget,
    from: z.string().nullable(),
    until: z.string().nullable(),
    breakGlass: z.boolean(),
    reason: z.string(),
    grantedBy: z.string(),
    grantedAt: z.string(),
  })
  .meta({ id: 'Grant' });

export const toGrant = ({ id, fromS, untilS, grantedAt, ...grant }: ListedGrant): z.output<typeof GrantView> => ({
  grantId: id,
  ...grant,
  from: isoOrNull(fromS === null ? null : fromS * 1_000),
  until: isoOrNull(untilS === null ? null : untilS * 1_000),
  grantedAt: isoOf(grantedAt),
});
