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

const draw = ([tag, attributes]: Shape, place: number) => h(tag, { key: place, ...attributes });

/** How the leaf stands, as a picture. Its word stands beside. */
export const Leaf = ({ contact }: { readonly contact: Contact }) => (
  <svg class="leaf-picture" viewBox={LEAF_BOX} aria-hidden="true" data-contact={contact}>
    {LEAF[contact].map(draw)}
  </svg>
);

/** How the lock stands, as a shape and a word. */
export const LockVerdict = ({ lock }: { readonly lock: Lock }) => (
  <span class="verdict" data-lock={lock}>
    <svg class="padlock" viewBox={PADLOCK_BOX} aria-hidden="true">
      {PADLOCK.map(draw)}
    </svg>
    {LOCK[lock]}
  </span>
);
