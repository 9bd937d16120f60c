import type { ComponentChildren } from 'preact';
import type { DoorEvent } from '../../client/platform-api.gen.ts';
import { eventTone, eventWords } from '../../words/events-en.ts';

interface EventRowProps {
  readonly event: DoorEvent;
  /** When it happened, by the clocks of the facility. */
  readonly when: string;
  readonly children?: ComponentChildren;
}

/** One thing that happened at a door, in words. */
export const EventRow = ({ event, when, children }: EventRowProps) => (
  <li data-tone={eventTone(event)}>
    <time class="figures quiet small" dateTime={event.at}>
      {when}
    </time>
    <bdi>{eventWords(event)}</bdi>
    {children}
  </li>
);
