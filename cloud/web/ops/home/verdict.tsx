import { words } from '../../words/en.ts';
import { addressOf } from '../routes.ts';

/** A door at which nobody gets in. */
export interface Blocked {
  readonly facilityId: string;
  readonly facility: string;
  readonly doorId: string;
  readonly door: string;
  readonly why: string;
}

interface VerdictProps {
  readonly blocked: readonly Blocked[];
  /** Other doors of which nobody hears. */
  readonly unseen: number;
}

/** Where people cannot get in now, before anything else. */
export const Verdict = ({ blocked, unseen }: VerdictProps) => (
  <>
    {blocked.length > 0 ? <BlockedList doors={blocked} /> : <AllWell />}
    {unseen > 0 && <p class="quiet">{words.unseen(unseen)}</p>}
  </>
);

const AllWell = () => (
  <p class="all-well">
    <span class="tick" aria-hidden="true">
      ✓
    </span>
    {words.nobodyBlocked}
  </p>
);

const BlockedList = ({ doors }: { readonly doors: readonly Blocked[] }) => (
  <section class="blocked" aria-labelledby="blocked-title">
    <h2 id="blocked-title">{words.blocked(doors.length)}</h2>
    <ul>
      {doors.map(({ facilityId, facility, doorId, door, why }) => (
        <li key={doorId}>
          <a href={addressOf('door', { facilityId, doorId })}>
            <bdi>{door}</bdi>
          </a>
          <span class="quiet">
            <bdi>{facility}</bdi>
          </span>
          <bdi class="why">{why}</bdi>
        </li>
      ))}
    </ul>
  </section>
);
