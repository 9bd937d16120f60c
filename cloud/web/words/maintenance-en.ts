import type { DoorOverride } from '../client/platform-api.gen.ts';
import { counted, span } from './counting.ts';

type Mode = 'force-open' | 'force-closed';

const STATES: Readonly<Record<DoorOverride['state'], string>> = {
  pending: 'Ordered. Waiting for its box.',
  taken: 'Its box has taken it.',
  refused: 'Its box had another state by then, and has not taken it. Look at the door, and decide again.',
  superseded: 'Somebody has ordered something else since.',
  lapsed: 'No box took it within a minute: it will not be done later.',
};

/** The words of holding a door open, or keeping it closed. */
export const maintenanceWords = {
  title: 'Hold it open, or keep it closed',
  what: 'What it does',
  modes: {
    'force-closed': 'Keep it closed: nobody is let in',
    'force-open': 'Hold it open: everybody gets in',
  } satisfies Readonly<Record<Mode, string>>,
  why: 'Why, for whoever finds it so',
  whyMissing: 'Say why: it stands at the door’s page and in the record.',
  ends: 'Ends',
  afterHours: (hours: number): string => `After ${counted(hours, 'hour', 'hours')}`,
  atTime: 'At a time',
  byHand: 'When somebody ends it',
  endsAt: (zone: string): string => `Ends at (${zone})`,
  endWrong: 'Give a time that is still to come.',
  begin: (mode: Mode, door: string): string => (mode === 'force-open' ? `Hold ${door} open` : `Keep ${door} closed`),
  until: (when: string, zone: string, leftMs: number): string => `Until ${when} ${zone}, for ${span(leftMs)} more.`,
  openEnded: 'Until somebody ends it.',
  endWhy: 'Why is it as usual again?',
  end: (mode: Mode, door: string): string =>
    mode === 'force-open' ? `Hold ${door} open no more` : `Let people in at ${door} again`,
  ordering: 'Ordering…',
  order: (state: DoorOverride['state']): string => STATES[state],
  usual: 'As usual',
} as const;
