import {
  type Contact,
  LEAF,
  LEAF_BOX,
  LOCK,
  type Lock,
  PADLOCK,
  PADLOCK_BOX,
  type Shape,
} from '@gatehouse/shared/web/door-picture.js';
import { h } from 'preact';
import { labels } from '../words/labels-en.ts';

const draw = ([tag, attributes]: Shape, place: number) => h(tag, { key: place, ...attributes });

/** How the leaf stands, as a picture. Its word stands beside. */
export const Leaf = ({ contact }: { readonly contact: Contact }) => (
  <svg class="leaf-picture" viewBox={LEAF_BOX} aria-hidden="true" data-contact={contact}>
    {LEAF[contact].map(draw)}
  </svg>
);

interface LockVerdictProps {
  readonly lock: Lock;
  /** Whether that was so a while ago: who reads one card hears it there. */
  readonly old: boolean;
}

/** How the lock stands, as a shape and a word. */
export const LockVerdict = ({ lock, old }: LockVerdictProps) => (
  <span class="verdict" data-lock={lock} data-old={old}>
    <svg class="padlock" viewBox={PADLOCK_BOX} aria-hidden="true">
      {PADLOCK.map(draw)}
    </svg>
    {LOCK[lock]}
    {old && <span class="unseen">, {labels.live.notUpToDate}</span>}
  </span>
);
