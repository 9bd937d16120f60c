import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.module.ts';
import type { MailKind, MailOrder, MailService, MailValue } from '../../platform/mail/mail.module.ts';
import type { OwnerKey } from '../ledger/ledger.module.ts';
import type { BilledOwner, Owners } from './owners.ts';
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
  readonly attachment?: MailOrder['attachment'];
  /** Who gets the e-mail, if not those who run the owner. */
  readonly to?: readonly string[];
}

export interface TellOwnersDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  readonly owners: Pick<Owners, 'find' | 'facilityFor'>;
  readonly people: PayerPeople;
}

/**
 * Tells owners of their money by e-mail: in units of its own, after the money has moved, so that no e-mail delays or undoes any.
 * That it was told is kept in the unit that sends it. Resolves with false where there is nobody to tell: it is told to whoever is
 * there when it is said again. The feed of the organisation has it too, without amounts: staff read it who have no business with money.
 */
export const createTellOwners = ({ db, clock, mail, webhooks, owners, people }: TellOwnersDeps) => {
  const claim = (tx: Tx, fact: string, { key }: BilledOwner): Promise<boolean> =>
    toldRepo(tx).claim({ fact, owner_key: key, told_at: clock.wallMs() });

  const toFeed = async (tx: Tx, owner: BilledOwner, { kind: { kind }, about }: News): Promise<void> => {
    const facilityId = await owners.facilityFor(tx, owner);
    if (facilityId === undefined || !(await claim(tx, `feed:${kind}:${about}`, owner))) return;
    await webhooks.add(tx, { facilityId, type: kind.replaceAll('-', '_'), data: { ownerKey: owner.key, about } });
  };
  const byMail = async (
    tx: Tx,
    owner: BilledOwner,
    { kind, about, values, attachment, ...news }: News,
  ): Promise<boolean> => {
    const recipients = news.to ?? (await people(tx, owner));
    if (recipients.length === 0) return false;
    if (await claim(tx, `${kind.kind}:${about}`, owner))
      for (const to of recipients)
        await mail.send(tx, { kind, to, values: { ...values, owner: owner.name }, attachment });
    return true;
  };

  return async (news: News): Promise<boolean> => {
    if (await db.read((tx) => toldRepo(tx).has(`${news.kind.kind}:${news.about}`))) return true;
    return db.write(async (tx) => {
      const owner = await owners.find(tx, news.ownerKey);
      if (owner === undefined || owner.archivedAt !== null) return false;
      await toFeed(tx, owner, news);
      return byMail(tx, owner, news);
    });
  };
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
