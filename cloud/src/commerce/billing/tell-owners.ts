import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { MailKind, MailService, MailValue } from '../../platform/mail/mail.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { Owners } from './owners.ts';
import type { PayerPeople } from './payer-people.ts';
import { toldRepo } from './told.repo.ts';

/** Something that an owner is told once. */
export interface News<Kind extends MailKind = MailKind> {
  readonly ownerKey: OwnerKey;
  readonly kind: Kind;
  /** What it is about: with the kind it is the same for ever. */
  readonly about: string;
  /** But for who it is. */
  readonly values: Readonly<Omit<Record<keyof Kind['variables'], MailValue>, 'owner'>>;
}

export interface TellOwnersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly owners: Pick<Owners, 'find'>;
  readonly people: PayerPeople;
}

/**
 * Tells owners of their money by e-mail: in units of its own, after the money has moved, so that no e-mail delays or undoes any.
 * That it was told is kept in the unit that sends it. Where there is nobody to tell, it is told to whoever is there later.
 */
export const createTellOwners =
  ({ db, clock, mail, owners, people }: TellOwnersDeps) =>
  async ({ ownerKey, kind, about, values }: News): Promise<void> => {
    const fact = `${kind.kind}:${about}`;
    if (await db.read((tx) => toldRepo(tx).has(fact))) return;
    await db.write(async (tx) => {
      const owner = await owners.find(tx, ownerKey);
      if (owner === undefined || owner.archivedAt !== null) return;
      const recipients = await people(tx, owner);
      if (recipients.length === 0) return;
      if (!(await toldRepo(tx).claim({ fact, owner_key: ownerKey, told_at: clock.wallMs() }))) return;
      for (const to of recipients) await mail.send(tx, { kind, to, values: { ...values, owner: owner.name } });
    });
  };
export type TellOwners = ReturnType<typeof createTellOwners>;

/** Tells all of these. One that cannot be told keeps no other from being told, and is tried again with the job. */
export const tellAll = async (
  tell: TellOwners,
  parts: AsyncIterable<readonly News[]>,
  signal: AbortSignal,
): Promise<void> => {
  const failures: unknown[] = [];
  for await (const news of parts)
    for (const one of news) {
      signal.throwIfAborted();
      await tell(one).catch((error: unknown) => failures.push(error));
    }
  if (failures.length > 0) throw new AggregateError(failures, `owners who could not be told: ${failures.length}`);
};
