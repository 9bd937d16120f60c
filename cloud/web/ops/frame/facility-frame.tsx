import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { FacilityDetails } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { type FacilityTime, facilityTime } from '../../kit/facility-time.ts';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { BeginLockdown } from '../lockdown/begin-lockdown.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt, isVisitingAt } from '../session/rights.ts';
import { facilityQuery } from './facility-query.ts';
import { type FacilityPage, facilityPages } from './navigation.ts';

/** What every page of a facility knows. */
export interface AtFacility {
  readonly facility: FacilityDetails;
  readonly time: FacilityTime;
}

interface FrameProps {
  readonly facilityId: string;
  readonly here: FacilityPage;
  readonly title?: string;
  readonly children: (at: AtFacility) => ComponentChildren;
}

/** The facility a page is about: its name, what time it is there, the way to its members, and how to lock it down. */
export const FacilityFrame = ({ facilityId, here, title, children }: FrameProps) => {
  const found = useQuery(facilityQuery(useConsole(), facilityId));
  const name = found.data?.name;
  useEffect(() => {
    document.title = [title, name, labels.product].filter(Boolean).join(' · ');
  }, [title, name]);
  return (
    <Answered query={found} what={labels.frame.facility}>
      {(facility) => {
        const at = { facility, time: facilityTime(facility) };
        return (
          <div class="facility">
            <FacilityHead at={at} here={here} />
            <Inside at={at}>{children}</Inside>
          </div>
        );
      }}
    </Answered>
  );
};

/**
 * What the page shows is drawn here and not handed on as a child: what is handed on stays as it was drawn then, and with it, where
 * that draws itself anew, every drawing since.
 */
const Inside = ({ at, children }: Pick<FrameProps, 'children'> & { readonly at: AtFacility }) => <>{children(at)}</>;

const FacilityHead = ({
  at: { facility, time },
  here,
}: {
  readonly at: AtFacility;
  readonly here: FrameProps['here'];
}) => {
  const { facilityId } = facility;
  const visiting = useVisiting(facility);
  return (
    <div class="facility-head">
      <div class="facility-title">
        <p class="facility-name">
          <a href={addressOf('doors', { facilityId })}>
            <bdi>{facility.name}</bdi>
          </a>
        </p>
        <p class="quiet small">
          <LocalTime time={time} />
        </p>
      </div>
      {!visiting && <MemberSearch facilityId={facilityId} />}
      <Tabs facility={facility} here={here} visiting={visiting} />
      {!visiting && <BeginLockdown facilityId={facilityId} />}
    </div>
  );
};

/** Whether whoever is signed in installs doors there, and is none of its staff: what they may not see is not offered. */
export const useVisiting = (facility: Pick<FacilityDetails, 'facilityId' | 'organisationId'>): boolean => {
  const { state } = useConsole();
  const now = state.value;
  return 'session' in now && isVisitingAt(now.session.roles, facility);
};

/** Whether whoever is signed in changes what people may do here. What the cloud refuses is refused all the same. */
export const useManages = ({ facility: { facilityId, organisationId } }: AtFacility): boolean => {
  const now = useConsole().state.value;
  return 'session' in now && holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
};

interface TabsProps {
  readonly facility: FacilityDetails;
  readonly here: FacilityPage;
  readonly visiting: boolean;
}

/** On a phone they are one line that moves sideways: the page one is on is in view. */
const Tabs = ({ facility, here, visiting }: TabsProps) => {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), []);
  return (
    <nav class="tabs" aria-label={words.pagesOf(facility.name)}>
      {facilityPages({ ...facility, visiting }).map(({ name, href, label }) => (
        <a
          key={name}
          href={href}
          aria-current={here === name ? 'page' : undefined}
          {...(here === name && { ref: current })}
        >
          {label}
        </a>
      ))}
    </nav>
  );
};

const LocalTime = ({ time }: { readonly time: FacilityTime }) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  const now = serverNow();
  return (
    <>
      <span class="figures">{time.clock(now)}</span> {time.zone(now)}
    </>
  );
};

/** From every page of a facility to whoever stands at its door. `/` jumps here. */
const MemberSearch = ({ facilityId }: { readonly facilityId: string }) => {
  const { route, path, query } = useLocation();
  const members = addressOf('members', { facilityId });
  const isThere = path === members;
  const [typed, setTyped] = useState(isThere ? (query.q ?? '') : '');
  useEffect(() => {
    const jump = (event: KeyboardEvent): void => {
      const inField =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || inField || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      document.getElementById('member-search')?.focus();
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, []);
  const go = (search: string): void =>
    route(search === '' ? members : `${members}?${new URLSearchParams({ q: search })}`, isThere);
  return (
    <search class="member-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(typed.trim());
        }}
      >
        <label class="unseen" for="member-search">
          {labels.frame.findMember}
        </label>
        <input
          id="member-search"
          type="search"
          autocomplete="off"
          placeholder={labels.frame.whoIsThere}
          maxLength={100}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            if (isThere) go(value.trim());
          }}
        />
      </form>
    </search>
  );
};
