import { randomUUID } from 'node:crypto';
import { NO_LOCKDOWN } from '@gatehouse/shared/door/lockdown.ts';
import { NO_MAINTENANCE } from '@gatehouse/shared/door/maintenance.ts';
import { type DoorId, type EventId, newCommandId, newEventId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody, FactKind } from '@gatehouse/shared/journal/fact.ts';

type Data<Kind extends FactKind> = Extract<FactBody, { kind: Kind }>['data'];

/** One fact of every kind, about this door where the kind is about one, with `untilMs` for every time in it. */
export const everyFact = (doorId: DoorId, person: number, untilMs: number): readonly FactBody[] => {
  const door = { doorId };
  const reader = { doorId, reader: 'in' };
  const command = {
    doorId,
    commandId: newCommandId(),
    eventId: newEventId() as EventId,
  };
  const entry = { doorId, entryId: newEventId() as EventId, person, by: 'card', revision: 1 } as const;
  const lockdown = { ...NO_LOCKDOWN, active: true, by: 'Sam', generation: 1 };
  const maintenance = { ...NO_MAINTENANCE, mode: 'force-closed', untilMs, by: 'Kim', generation: 1 } as const;
  const of: { readonly [Kind in FactKind]: Data<Kind> } = {
    'agent.started': { version: '1', after: 'first' },
    'agent.stopping': { why: 'test' },
    'config.applied': { revision: 1 },
    'unlock.accepted': { ...command, origin: 'partner' },
    'unlock.refused': { ...command, reason: 'expired' },
    'unlock.confirmed': { ...command, confirmedBy: 'lock-sense', holdSeconds: 5, tookMs: untilMs },
    'unlock.failed': { ...command, reason: 'relay_fault' },
    'lock.moved': { ...door, to: 'unlocked', cause: 'access' },
    'door.opened': { ...door, expected: false },
    'door.closed': door,
    'door.held_open_soon': { ...door, seconds: untilMs },
    'door.held_open': { ...door, seconds: untilMs },
    'door.alarm_cleared': { ...door, alarm: 'held_open' },
    'rex.changed': { ...door, active: true },
    'fire.raised': door,
    'fire.reset': { ...door, by: 'Sam' },
    'maintenance.changed': { ...door, maintenance },
    'maintenance.ended': { ...door, generation: 1, why: 'expired' },
    'board.lost': { bus: 'b', unit: 1, why: 'test' },
    'board.found': { bus: 'b', unit: 1 },
    'reader.lost': { ...reader, why: 'test' },
    'reader.found': reader,
    'reader.tampered': reader,
    'reader.tamper_over': reader,
    'reader.key_changed': { ...reader, change: 'renewed', by: 'Sam' },
    'sandbox.simulated': { ...door, commandId: command.commandId, scenario: 'jam', forMs: untilMs },
    'clock.stepped': { byMs: untilMs },
    'access.granted': { ...entry, via: 'plan', clock: 'trusted', stale: false },
    'access.denied': { ...entry, reason: 'outside_hours', nextOpenS: untilMs },
    'access.released': { ...door, entryId: entry.entryId, outcome: 'unlocked', tookMs: untilMs },
    'snapshot.applied': { epoch: randomUUID(), revision: 1, hash: '0'.repeat(64), entries: 1, whole: true },
    'snapshot.refused': { revision: 1, why: 'test' },
    'maintenance.refused': { ...door, mode: 'off', by: 'Sam', seen: 1, generation: 2 },
    'lockdown.changed': { ...door, lockdown },
    'lockdown.refused': { ...door, active: true, by: 'Sam', seen: 1, generation: 2 },
    'person.banned': { person, by: 'Sam', reason: 'test' },
    'panel.signed_in': { staffId: 's', name: 'Sam' },
    'panel.locked_out': { tries: 10 },
    'wiring.confirmed': { decisionId: randomUUID(), wiring: '0'.repeat(64), revision: 1, by: 'Sam', staffId: 's' },
    'wiring.rejected': { decisionId: randomUUID(), wiring: '0'.repeat(64), revision: 1, by: 'Sam', staffId: 's' },
    'journal.lost': { facts: 1, sinceMs: untilMs, why: 'test' },
    'journal.pruned': { through: 1, why: 'test' },
    'store.rebuilt': { store: 'access', why: 'test' },
    'local.connected': { client: 'c' },
    'local.gone': { client: 'c', why: 'test' },
    'update.begun': { from: '1', to: '2' },
    'update.kept': { version: '2' },
    'update.undone': { from: '2', to: '1', why: 'test' },
  };
  return Object.entries(of).map(([kind, data]) => ({ kind, data }) as FactBody);
};
