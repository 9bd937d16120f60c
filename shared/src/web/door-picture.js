/**
 * The picture of a door and its words, the same on every page: each state has a shape and a word of its own, so that nobody
 * has to tell colours apart. Shapes are data (`[tag, attributes]`); every page draws them its own way, and door-picture.css
 * moves them by `data-lock`.
 *
 * @typedef {'locked' | 'unlocked' | 'unknown'} Lock
 * @typedef {'closed' | 'open' | 'unknown'} Contact
 * @typedef {readonly [tag: string, attributes: Readonly<Record<string, string>>]} Shape
 */

/** @type {Readonly<Record<Lock, string>>} */
export const LOCK = { locked: 'Locked', unlocked: 'Unlocked', unknown: 'Lock unknown' };

/** @type {Readonly<Record<Contact, string>>} */
export const CONTACT = { closed: 'Closed', open: 'Open', unknown: 'Not known' };

export const PADLOCK_BOX = '3 1 22 21';

/** A padlock: closed, with its shackle aside, or with a question mark. @type {readonly Shape[]} */
export const PADLOCK = [
  ['path', { class: 'shackle', d: 'M8 11V7a4 4 0 0 1 8 0v4' }],
  ['rect', { x: '5', y: '11', width: '14', height: '9', rx: '2' }],
  ['path', { class: 'doubt', d: 'M10.4 14.2a1.6 1.6 0 1 1 2.3 1.4c-.5.3-.7.6-.7 1M12 18.2v.1' }],
];

export const LEAF_BOX = '0 0 32 40';

/** @type {readonly Shape[]} */
const FRAME = [['path', { class: 'frame', d: 'M6 37V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v32M2 37h28' }]];

/** A leaf in its frame: shut, swung open, or dashed where nothing can see it. @type {Readonly<Record<Contact, readonly Shape[]>>} */
export const LEAF = {
  closed: [
    ...FRAME,
    ['rect', { class: 'leaf', x: '9.5', y: '6.5', width: '13', height: '30.5' }],
    ['path', { d: 'M19.5 21v3' }],
  ],
  open: [...FRAME, ['path', { class: 'leaf', d: 'M9.5 6.5L18 10v29.2L9.5 37z' }], ['path', { d: 'M15.3 23v3' }]],
  unknown: [
    ...FRAME,
    ['rect', { class: 'leaf unseen-leaf', x: '9.5', y: '6.5', width: '13', height: '30.5' }],
    ['path', { d: 'M13.6 18.6a2.5 2.5 0 1 1 3.6 2.2c-.9.5-1.2 1-1.2 1.9M16 26.4v.1' }],
  ],
};
