import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { MailService } from '../../platform/mail/mail.service.ts';
import type { Facility } from '../../platform/organisations/organisations.service.ts';
import type { PushesService } from '../../platform/pushes/pushes.module.ts';
import type { User } from '../../platform/users/users.service.ts';
import { alarmMail } from './alarm-mail.ts';
import { type AlarmPush, isQuiet } from './alarm-pushes.repo.ts';
import { overText, pushText, type Telling, type ToldAlarm } from './alarm-words.ts';

export interface TellingDeps {
  readonly pushes: Pick<PushesService, 'notify'>;
  readonly mail: Pick<MailService, 'send'>;
  readonly consoleUrl: () => string;
}

/** In which way somebody was told. */
export interface HowTold {
  readonly pushed: boolean;
  readonly mailed: boolean;
}

const pathOf = ({ id }: Facility): string => `/ops/facilities/${id}/warnings`;

/** Whether somebody wants to be told of this kind in their browsers, and now. */
export const wantsPush = (push: AlarmPush | undefined, kind: string, minute: number): boolean => {
  if (push === undefined) return false;
  return push.kinds.includes(kind) && !isQuiet(push.quiet, minute);
};

/** Tells one person, in the unit that decides it: it goes out once that has committed. */
export const createTelling = ({ pushes, mail, consoleUrl }: TellingDeps) => ({
  /** By push where `push`, by e-mail where `mail`, or where no browser of theirs is there to be told. */
  tell: async (
    tx: Tx,
    { user, facility, push, mail: always }: ToWhom & { readonly mail: boolean },
    telling: Telling,
  ): Promise<HowTold> => {
    const pushed = push && (await pushes.notify(tx, user.id, { ...pushText(telling), url: pathOf(facility) })) > 0;
    if (pushed && !always) return { pushed, mailed: false };
    const link = consoleUrl() + pathOf(facility);
    await mail.send(tx, alarmMail(telling, { to: user.email, facilityId: facility.id, link }));
    return { pushed, mailed: true };
  },

  /** Whoever was told in their browsers hears there that it is over. An e-mail about nothing helps nobody. */
  over: async (tx: Tx, { user, facility }: Omit<ToWhom, 'push'>, alarms: readonly ToldAlarm[], name: string) => {
    await pushes.notify(tx, user.id, { ...overText(name, alarms), url: pathOf(facility) });
  },
});
export type TellPeople = ReturnType<typeof createTelling>;

interface ToWhom {
  readonly user: Pick<User, 'id' | 'email'>;
  readonly facility: Facility;
  readonly push: boolean;
}
