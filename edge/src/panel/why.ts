import { REASONS } from '@gatehouse/shared/access/reasons.ts';
import { DoorId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Access, EntryExplanation } from '../access/access.ts';
import type { Handler } from './answers.ts';
import { VIA } from './entry-words.ts';
import { panelFault } from './panel.faults.ts';
import { type PersonNames, personNames } from './person-names.ts';
import type { staffPost } from './posts.ts';

const Text = z.string('Type what the person presents.').trim().min(1, 'Type what the person presents.').max(200);
const WhyBody = z.strictObject({
  doorId: z.string('Choose a door.').pipe(DoorId),
  kind: z.enum(['member', 'card', 'short_id'], 'Choose what it is.'),
  text: Text,
  partnerId: PartnerId.optional(),
  /** Unix ms; now unless given. */
  atMs: z.int('Choose a day and a time.').nonnegative().optional(),
});
const BanBody = z.strictObject({
  person: z.int('Name the person.').nonnegative(),
  reason: z.string('Say why.').trim().min(1, 'Say why: it stays with the ban.').max(200),
});

export interface WhyDeps {
  readonly access: Pick<Access, 'explainAt' | 'person' | 'sources' | 'ban'>;
  readonly post: ReturnType<typeof staffPost>;
}

/** The question "why does this person not get in?", and the ban that may follow the answer. Neither needs the cloud. */
export const whyPosts = ({ access, post }: WhyDeps): Readonly<Record<string, Handler>> => ({
  'POST /why': post({ body: WhyBody }, ({ doorId, kind, text, partnerId, atMs }, { nameKey }) => {
    const atS = atMs === undefined ? undefined : Math.floor(atMs / 1_000);
    const explain = (of?: PartnerId) => {
      const presented = kind === 'member' ? { kind, memberId: text, partnerId: of } : { kind, text };
      return access.explainAt({ doorId, presented, via: 'reader' }, atS);
    };
    const explained = explain(partnerId);
    if (explained === undefined)
      throw panelFault('panel.no_rules_yet', 'This box has no access rules yet. They come from the cloud.');
    const several =
      kind === 'member' && partnerId === undefined && explained.person === null
        ? access.sources().filter((source) => explain(source.partnerId)?.person !== null)
        : [];
    return { ...answerOf(explained, access, personNames(access, nameKey)), several };
  }),

  'POST /bans': post({ body: BanBody, role: 'manager' }, async ({ person, reason }, { who }) => {
    if (access.person(person) === undefined)
      throw panelFault('panel.unknown_person', 'This box does not know this person any more.');
    await access.ban({ person, by: who.name, reason });
  }),
});

const answerOf = (explained: EntryExplanation, access: Pick<Access, 'person'>, names: PersonNames) => {
  const { decision, person, steps, decidedBy, changes, revision, pinAsked, nextOpenS } = explained;
  const known = person === null ? undefined : access.person(person);
  return {
    allowed: decision.allowed,
    text: decision.allowed ? `They get in, by ${VIA[decision.via]}.` : REASONS[decision.reason].staff,
    /** What the person is told at the door. */
    told: decision.allowed ? null : REASONS[decision.reason].member,
    stale: decision.allowed && decision.stale,
    nextOpenMs: nextOpenS === undefined ? null : nextOpenS * 1_000,
    revision,
    pinAsked,
    person:
      known === undefined
        ? null
        : {
            number: known.person,
            name: names.nameOf(known.person) ?? null,
            banned: known.banned,
            hasPin: known.hasPin,
          },
    steps: steps.map(({ text, verdict }, index) => ({ text, verdict, decided: index === decidedBy })),
    changes: changes.map(({ text }) => text),
  };
};
