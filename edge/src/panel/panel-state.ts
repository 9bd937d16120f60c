import type { DoorConfig } from '@gatehouse/shared/door/door-config.ts';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import type { Doors } from '../door/doors.ts';
import type { JournalStanding } from '../journal/sqlite-journal.ts';
import type { ReaderReport } from '../readers/wired-readers.ts';
import type { UpdateStanding } from '../update/updates.ts';
import type { LinkStanding } from '../uplink/link.ts';
import type { WiringGate } from '../wiring/wiring-gate.ts';
import { type DescribedFact, describeFact } from './describe-fact.ts';
import { type WaitingWiring, waitingWiring } from './wiring-words.ts';

const FACTS_SHOWN = 50;

export interface DoorView extends DoorReport {
  readonly name: string;
  readonly profile: DoorConfig['profile'] | null;
}

/** A reader beside a door of this name, which is the door's id where it has gone. */
export interface ReaderView extends ReaderReport {
  readonly doorName: string;
}

/** Everything the panel shows, and `gatehouse edge status` prints. */
export interface BoxView {
  readonly boxId: string;
  readonly version: string;
  readonly facility: { readonly name: string; readonly timezone: string } | null;
  /** Of its key: what the cloud shows of the box that it is about to claim must be the same. */
  readonly fingerprint: string;
  /** What staff type to claim this box; `null` once it is claimed. */
  readonly claimCode: string | null;
  /** Where a browser claims it, with the code as the fragment; `null` where the cloud has not said that, and once it is claimed. */
  readonly claimUrl: string | null;
  readonly configRevision: number;
  readonly link: LinkStanding;
  /** The time that this box goes by, and whether it is the machine's own. */
  readonly clock: { readonly wallMs: number; readonly trusted: boolean };
  readonly journal: JournalStanding & { readonly waiting: number };
  readonly doors: readonly DoorView[];
  /** A wiring that waits for somebody to confirm it here; null while none does. */
  readonly wiring: WaitingWiring | null;
  readonly update: UpdateStanding;
  /** Those on buses. What they read is nobody's here. */
  readonly readers: readonly ReaderView[];
  readonly facts: readonly DescribedFact[];
}

export interface BoxViewDeps {
  readonly boxId: string;
  readonly fingerprint: string;
  readonly version: string;
  readonly clock: Clock;
  readonly clockTrusted: () => boolean;
  readonly desired: () => DesiredState | undefined;
  readonly appliedRevision: () => number;
  readonly claimCode: () => string | undefined;
  readonly claimPage: () => string | undefined;
  readonly link: () => LinkStanding;
  readonly journal: { standing(): JournalStanding; latest(limit: number): readonly Fact[] };
  readonly doors: Pick<Doors, 'report' | 'configs'>;
  readonly wiring: () => ReturnType<WiringGate['standing']>;
  readonly update: () => UpdateStanding;
  readonly readers: () => readonly ReaderReport[];
}

/** Looks at the whole box. */
export const boxView =
  (deps: BoxViewDeps): (() => BoxView) =>
  () => {
    const desired = deps.desired();
    const configs = new Map<string, DoorConfig>(desired?.doors.map((door) => [door.doorId, door]));
    // As they are driven: a wiring that waits is not theirs yet.
    const driven = new Map<string, DoorConfig>(deps.doors.configs().map((door) => [door.doorId, door]));
    const claimCode = deps.claimCode() ?? null;
    const standing = deps.journal.standing();
    return {
      boxId: deps.boxId,
      fingerprint: deps.fingerprint,
      version: deps.version,
      facility: desired === undefined ? null : { name: desired.facility.name, timezone: desired.facility.timezone },
      claimCode,
      claimUrl: claimUrlOf(deps.claimPage(), claimCode),
      configRevision: deps.appliedRevision(),
      link: deps.link(),
      clock: { wallMs: Math.round(deps.clock.wallMs()), trusted: deps.clockTrusted() },
      journal: { ...standing, waiting: standing.lastSeq - standing.acknowledged },
      doors: deps.doors.report().map((report) => {
        const config = driven.get(report.doorId) ?? configs.get(report.doorId);
        return { ...report, name: config?.name ?? report.doorId, profile: config?.profile ?? null };
      }),
      wiring: waitingWiring(deps.wiring()),
      update: deps.update(),
      readers: deps.readers().map((report) => ({
        ...report,
        doorName: configs.get(report.doorId)?.name ?? report.doorId,
      })),
      facts: deps.journal.latest(FACTS_SHOWN).map((fact) => describeFact(fact, (id) => configs.get(id)?.name)),
    };
  };

/** The code as people read it: `7K3M-9QXT`. */
export const readableCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const claimUrlOf = (page: string | undefined, code: string | null): string | null =>
  page === undefined || code === null ? null : `${page}#${readableCode(code)}`;
