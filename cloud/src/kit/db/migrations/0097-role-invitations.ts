import type { Kysely } from 'kysely';
import { createTable } from '../create-table.ts';
import type { Engine } from '../unit-of-work.ts';

/** Roles that somebody of another organisation was asked to take. */
export const up = (db: Kysely<unknown>, engine: Engine): Promise<void> =>
  createTable(
    db,
    engine,
    `role_invitation (
      id text primary key,
      user_id text not null references platform_user (id),
      role text not null,
      scope text not null check (scope in ('platform', 'organisation', 'facility')),
      scope_id text not null,
      inviter_id text not null references platform_user (id),
      invited_at bigint not null,
      ends_at bigint not null,
      unique (user_id, role, scope, scope_id)
    )`,
  );
