import type { BootId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Access } from '../access/access.ts';
import type { ClockTrust } from '../clock/clock-trust.ts';
import type { Doors } from '../door/doors.ts';
import type { SqliteJournal } from '../journal/sqlite-journal.ts';

export interface BeaconSources {
  readonly bootId: BootId;
  readonly version: string;
  readonly clock: Clock;
  readonly trust: Pick<ClockTrust, 'trusted'>;
  readonly access: Pick<Access, 'mark'>;
  readonly journal: Pick<SqliteJournal, 'standing'>;
  readonly doors: Pick<Doors, 'report'>;
  readonly connectionId: () => string | undefined;
  readonly configRevision: () => number;
}

/** What a beacon says of the box, as it stands when it is sent. */
export const beaconOf =
  ({ bootId, version, clock, trust, access, journal, doors, connectionId, configRevision }: BeaconSources) =>
  (sentMonoMs: number) => {
    const mark = access.mark();
    const { epoch, lastSeq, firstSeq, writable, lost } = journal.standing();
    return {
      v: 1,
      bootId,
      connectionId: connectionId(),
      sentMonoMs,
      wallMs: Math.round(clock.wallMs()),
      clockTrusted: trust.trusted(),
      agentVersion: version,
      configRevision: configRevision(),
      journal: { epoch, lastSeq, firstSeq, ...(writable ? {} : { lost: lost?.facts ?? 0 }) },
      ...(mark !== undefined && { access: mark }),
      doors: doors.report(),
    };
  };
