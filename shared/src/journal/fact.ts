import { createHash } from 'node:crypto';
import { z } from 'zod';
import { EvidenceKind, LockState, MaintenanceMode } from '../door/door-config.ts';
import { Lockdown } from '../door/lockdown.ts';
import { Maintenance } from '../door/maintenance.ts';
import { BootId, CommandId, DoorId, EventId } from '../ids/ids.ts';
import { canonicalJson, type Json } from '../json/canonical.ts';
import { BoxScenario } from '../wire/simulate.ts';
import { RefusalReason } from '../wire/unlock.ts';
import { WiringHash } from '../wire/wiring-hash.ts';

const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Why a lock left or took its rest. Every movement has exactly one; `unaccounted` is an alarm of its own. */
export const MovementCause = z.enum([
  'unlock',
  'access',
  'relock',
  'rex',
  'fire',
  'maintenance',
  'lockdown',
  'start',
  'unaccounted',
]);
export type MovementCause = z.infer<typeof MovementCause>;

const fact = <const Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) =>
  z.strictObject({ kind: z.literal(kind), data });
const door = { doorId: DoorId };
/** A reader by its name at the box, beside a door. */
const reader = { ...door, reader: z.string().max(40) };
/** One question at a door, decided by the box: who, by what, and on which state of the rules. */
const entry = {
  ...door,
  entryId: EventId,
  /** The person's number at the facility; null for nobody known. */
  person: z.int().nonnegative().nullable(),
  by: z.enum(['member', 'card', 'short_id', 'pass']),
  /** The revision of the snapshot that decided; 0 for none. */
  revision: z.int().nonnegative(),
};
const by = z.string().max(120);
/** The wish of the cloud's staff that this answers. */
const wish = { wishId: z.string().max(64).optional() };
const command = { ...door, commandId: CommandId, eventId: EventId };

/** Somebody at the panel has looked at a wiring. Stated once more after a power cut, by the same id. */
const wiringDecided = z.strictObject({
  decisionId: z.uuid(),
  wiring: WiringHash,
  /** Of the desired state that first asked for it. */
  revision: z.int().nonnegative(),
  by,
  staffId: z.string().max(64),
});

/** Everything a box can state, one line a kind. Kinds are added, never changed: stored chains must still parse. */
export const FactBody = z.discriminatedUnion('kind', [
  fact('agent.started', z.strictObject({ version: z.string().max(40), after: z.enum(['first', 'clean', 'unclean']) })),
  fact('agent.stopping', z.strictObject({ why: z.string().max(80) })),
  fact('config.applied', z.strictObject({ revision: z.int().nonnegative() })),
  fact('unlock.accepted', z.strictObject({ ...command, origin: z.enum(['partner', 'staff']) })),
  fact('unlock.refused', z.strictObject({ ...command, reason: RefusalReason })),
  fact(
    'unlock.confirmed',
    z.strictObject({ ...command, confirmedBy: EvidenceKind, holdSeconds: z.int(), tookMs: z.number().nonnegative() }),
  ),
  fact('unlock.failed', z.strictObject({ ...command, reason: z.enum(['relay_fault', 'board_lost', 'interrupted']) })),
  fact(
    'lock.moved',
    z.strictObject({
      ...door,
      to: LockState,
      cause: MovementCause,
      /** What it was moved for: the remote command, or the entry that the box decided. */
      commandId: CommandId.optional(),
      entryId: EventId.optional(),
    }),
  ),
  fact('door.opened', z.strictObject({ ...door, expected: z.boolean() })),
  fact('door.closed', z.strictObject(door)),
  /** It has been open for so long that it will soon count as held open. */
  fact('door.held_open_soon', z.strictObject({ ...door, seconds: z.int().nonnegative() })),
  fact('door.held_open', z.strictObject({ ...door, seconds: z.int().nonnegative() })),
  fact('door.alarm_cleared', z.strictObject({ ...door, alarm: z.enum(['forced_open', 'held_open', 'relay_fault']) })),
  fact('rex.changed', z.strictObject({ ...door, active: z.boolean() })),
  fact('fire.raised', z.strictObject(door)),
  fact('fire.reset', z.strictObject({ ...door, by: z.string().max(120) })),
  fact('maintenance.changed', z.strictObject({ ...door, maintenance: Maintenance, ...wish })),
  fact(
    'maintenance.ended',
    z.strictObject({ ...door, generation: z.int(), why: z.enum(['expired', 'clock_untrusted_after_power_loss']) }),
  ),
  fact('board.lost', z.strictObject({ bus: z.string().max(40), unit: z.int(), why: z.string().max(200) })),
  fact('board.found', z.strictObject({ bus: z.string().max(40), unit: z.int() })),
  fact('reader.lost', z.strictObject({ ...reader, why: z.string().max(200) })),
  fact('reader.found', z.strictObject(reader)),
  /** Its housing is open, and closed again. */
  fact('reader.tampered', z.strictObject(reader)),
  fact('reader.tamper_over', z.strictObject(reader)),
  /** The key under which it speaks with the box: given to it, given anew, or forgotten here. */
  fact('reader.key_changed', z.strictObject({ ...reader, change: z.enum(['installed', 'renewed', 'forgotten']), by })),
  fact('sandbox.simulated', z.strictObject({ ...door, commandId: CommandId, scenario: BoxScenario, forMs: z.int() })),
  fact('clock.stepped', z.strictObject({ byMs: z.int() })),
  fact(
    'access.granted',
    z.strictObject({
      ...entry,
      via: z.enum(['permanent_grant', 'plan', 'grace', 'window', 'maintenance_open', 'pass']),
      /** The number of the partner source whose plan or window it was. */
      source: z.int().nonnegative().optional(),
      clock: z.enum(['trusted', 'uncertain', 'lenient']),
      /** The cloud had not been heard of for a while. */
      stale: z.boolean(),
      passId: z.string().max(64).optional(),
    }),
  ),
  fact(
    'access.denied',
    z.strictObject({
      ...entry,
      reason: z.string().max(40),
      /** Unix seconds. */
      nextOpenS: z.int().nonnegative().optional(),
      /** The start of the keyed hash of an unknown credential, so that staff can tell repeated tries apart. */
      hash: z.string().max(22).optional(),
      passId: z.string().max(64).optional(),
    }),
  ),
  /** What became of the lock after a grant. `open_already`: it stood released for another reason. `unavailable`: no such door, or no board. */
  fact(
    'access.released',
    z.strictObject({
      ...door,
      entryId: EventId,
      outcome: z.enum([
        'unlocked',
        'commanded',
        'open_already',
        'relay_fault',
        'board_lost',
        'interrupted',
        'maintenance',
        'lockdown',
        'unavailable',
        'expired',
      ]),
      tookMs: z.number().nonnegative(),
    }),
  ),
  fact(
    'snapshot.applied',
    z.strictObject({
      epoch: z.uuid(),
      revision: z.int().nonnegative(),
      hash: Sha256Hex,
      entries: z.int().nonnegative(),
      whole: z.boolean(),
    }),
  ),
  fact('snapshot.refused', z.strictObject({ revision: z.int().nonnegative(), why: z.string().max(200) })),
  fact(
    'maintenance.refused',
    z.strictObject({ ...door, mode: MaintenanceMode, by, seen: z.int(), generation: z.int(), ...wish }),
  ),
  fact('lockdown.changed', z.strictObject({ ...door, lockdown: Lockdown, ...wish })),
  fact(
    'lockdown.refused',
    z.strictObject({ ...door, active: z.boolean(), by, seen: z.int(), generation: z.int(), ...wish }),
  ),
  fact('person.banned', z.strictObject({ person: z.int().nonnegative(), by, reason: z.string().max(200) })),
  fact('panel.signed_in', z.strictObject({ staffId: z.string().max(64), name: by })),
  fact('panel.locked_out', z.strictObject({ tries: z.int().positive() })),
  fact('wiring.confirmed', wiringDecided),
  fact('wiring.rejected', wiringDecided),
  fact(
    'journal.lost',
    z.strictObject({ facts: z.int().positive(), sinceMs: z.int().nonnegative(), why: z.string().max(200) }),
  ),
  fact('journal.pruned', z.strictObject({ through: z.int().positive(), why: z.string().max(200) })),
  fact(
    'store.rebuilt',
    z.strictObject({ store: z.enum(['box', 'access', 'journal', 'identity']), why: z.string().max(200) }),
  ),
  fact('local.connected', z.strictObject({ client: z.string().max(64) })),
  fact('local.gone', z.strictObject({ client: z.string().max(64), why: z.string().max(200) })),
  fact('update.begun', z.strictObject({ from: z.string().max(40), to: z.string().max(40) })),
  fact('update.kept', z.strictObject({ version: z.string().max(40) })),
  fact('update.undone', z.strictObject({ from: z.string().max(40), to: z.string().max(40), why: z.string().max(200) })),
]);
export type FactBody = z.infer<typeof FactBody>;
export type FactKind = FactBody['kind'];

/** A fact as it travels and is kept: numbered without gaps within its epoch, and bound to the one before. */
export const Fact = z.strictObject({
  seq: z.int().min(1),
  bootId: BootId,
  monoMs: z.number().nonnegative(),
  /** The box's wall clock when it happened, whatever that said: a fact is never refused for it, for none after it would come. */
  wallMs: z.int(),
  clockTrusted: z.boolean(),
  body: FactBody,
  prev: Sha256Hex,
  hash: Sha256Hex,
});
export type Fact = z.infer<typeof Fact>;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What the first fact of an epoch names as its predecessor: the chain cannot be moved to another box. */
export const genesisHash = (boxId: string, epoch: string): string => sha256(`gatehouse journal ${boxId} ${epoch}`);

/** SHA-256 over the canonical JSON (RFC 8785) of everything in the fact but the hash itself. */
export const factHash = (fact: Omit<Fact, 'hash'>): string => {
  const { seq, bootId, monoMs, wallMs, clockTrusted, body, prev } = fact;
  return sha256(canonicalJson({ seq, bootId, monoMs, wallMs, clockTrusted, body: body as Json, prev }));
};

export type ChainVerdict =
  | { readonly ok: true; readonly lastSeq: number; readonly lastHash: string }
  | { readonly ok: false; readonly atSeq: number; readonly why: 'gap' | 'broken_link' | 'wrong_hash' };

/** Checks that `facts` continue the chain that ended with `after` (seq 0 and the genesis hash at the start). */
export const verifyChain = (
  facts: readonly Fact[],
  after: { readonly seq: number; readonly hash: string },
): ChainVerdict => {
  let { seq, hash } = after;
  for (const fact of facts) {
    if (fact.seq !== seq + 1) return { ok: false, atSeq: seq + 1, why: 'gap' };
    if (fact.prev !== hash) return { ok: false, atSeq: fact.seq, why: 'broken_link' };
    if (factHash(fact) !== fact.hash) return { ok: false, atSeq: fact.seq, why: 'wrong_hash' };
    ({ seq, hash } = fact);
  }
  return { ok: true, lastSeq: seq, lastHash: hash };
};
