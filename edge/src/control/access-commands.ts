import { type ControlCommand, controlCommand } from '@gatehouse/shared/control/control-server.ts';
import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { type DoorId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Access, Presented, PresentedPass } from '../access/access.ts';

const accessFaults = defineFaults({
  'control.present_what': {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'Say what is presented',
    help: 'Give exactly one of card, shortId, member and pass.',
  },
  'control.no_simulator': {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'This box drives real doors',
    help: 'Entries are presented by command only where the configuration names a simulator. Use a reader, or ask why.',
  },
  'control.no_snapshot': {
    status: 409,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box has no snapshot yet',
    help: 'Nobody is known before the box has pulled its facility’s snapshot. See what `access` says of it.',
  },
  'control.nobody': {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'Nobody is known by this',
    help: 'Name somebody by their number at the facility, or by a card or member id that the box knows.',
  },
});
const fault = faultsOf(accessFaults);

const Text = z.string().trim().min(1).max(200);
const Who = {
  card: Text.optional(),
  shortId: Text.optional(),
  member: Text.optional(),
  /** Whose member id it is, where several partners could mean it. */
  partner: PartnerId.optional(),
};
const Door = z.string().trim().min(1).max(120);

export interface AccessCommandDeps {
  readonly access: Pick<Access, 'standing' | 'decideAt' | 'explainAt' | 'present' | 'ban' | 'pull'>;
  /** A door by its id or name. Throws a `Fault` where there is none. */
  readonly findDoor: (wanted: string) => { readonly doorId: DoorId; readonly name: string };
  /** Whether the box's own configuration names a simulator: only there is anything presented by command. */
  readonly simulated: boolean;
}

/** Who may enter, and why: `gatehouse edge access | why | ban | present`. */
export const accessCommands = ({ access, findDoor, simulated }: AccessCommandDeps): Record<string, ControlCommand> => ({
  access: controlCommand({
    body: z.strictObject({ pull: z.boolean().default(false) }),
    run: async ({ pull }) => {
      if (pull) await access.pull();
      return access.standing();
    },
  }),

  why: controlCommand({
    body: z.strictObject({ door: Door, ...Who }),
    run: async ({ door, ...who }) => {
      const { doorId, name } = findDoor(door);
      const explained = access.explainAt({ doorId, presented: presentedOf(who), via: 'reader' });
      if (explained === undefined) throw fault('control.no_snapshot', 'This box knows nobody yet.');
      return { doorId, name, ...explained };
    },
  }),

  ban: controlCommand({
    body: z.strictObject({
      person: z.int().nonnegative().optional(),
      ...Who,
      by: z.string().trim().min(1).max(120),
      reason: z.string().trim().max(200).default(''),
    }),
    run: async ({ person, by, reason, ...who }) => {
      const banned = person ?? personOf(access, presentedOf(who));
      await access.ban({ person: banned, by, reason });
      return { person: banned, banned: true };
    },
  }),

  present: controlCommand({
    body: z.strictObject({
      door: Door,
      ...Who,
      pass: z.string().max(4_500).optional(),
      pin: z.string().max(20).optional(),
    }),
    run: async ({ door, pass, pin, ...who }) => {
      if (!simulated)
        throw fault('control.no_simulator', 'This box drives real doors: nothing is presented by command.');
      const { doorId, name } = findDoor(door);
      const presented: Presented | PresentedPass =
        pass === undefined ? withPin(presentedOf(who), pin) : { kind: 'pass', text: pass };
      return { doorId, name, ...(await access.present({ doorId, presented, via: 'reader' })) };
    },
  }),
});

interface WhoAsked {
  readonly card?: string | undefined;
  readonly shortId?: string | undefined;
  readonly member?: string | undefined;
  readonly partner?: PartnerId | undefined;
}

const presentedOf = ({ card, shortId, member, partner }: WhoAsked): Presented => {
  const named: Presented[] = [
    ...(card === undefined ? [] : [{ kind: 'card' as const, text: card }]),
    ...(shortId === undefined ? [] : [{ kind: 'short_id' as const, text: shortId }]),
    ...(member === undefined ? [] : [{ kind: 'member' as const, memberId: member, partnerId: partner }]),
  ];
  const [presented, another] = named;
  if (presented === undefined || another !== undefined)
    throw fault('control.present_what', 'Give exactly one of card, shortId and member.');
  return presented;
};

const withPin = (presented: Presented, pin: string | undefined): Presented =>
  presented.kind === 'member' || pin === undefined ? presented : { ...presented, pin };

/** Any door will do: who it is does not hang on one. */
const personOf = (access: AccessCommandDeps['access'], presented: Presented): number => {
  const { person } = access.decideAt({ doorId: 'door_0000000000000000' as DoorId, presented, via: 'reader' });
  if (person === null) throw fault('control.nobody', 'Nobody is known by this.');
  return person;
};
