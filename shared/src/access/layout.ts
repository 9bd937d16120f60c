/*
 * The binary records of this folder: little-endian 32-bit words, instants as 64-bit floats on even words, every part a whole even
 * number of words long. Nothing points anywhere: parts follow one another and each says its length, so records may be stored,
 * moved and concatenated.
 *
 *   person     magic · length · flags · grants · memberships · sections · where the memberships begin · where the sections do
 *              and then that many of each, in this order
 *   grant      flags · length · from ·· until ·· door set number or door bits …        bit d of the bits: the facility's door d
 *   membership flags · length · from ·· until ·· source · zones · zone number …
 *   section    scope number · length · last end ·· source · 0                          then rules; nothing is open from the last end on
 *   rule       kind | zone << 16 · length · from ·· until ··                           then what the kind says:
 *     1–1440     a bit for each so many minutes of the week, Sunday 00:00 first
 *     0          eight 16-bit positions, where the blocks of each day begin and the last ones end, then blocks, start | end << 16 in minutes of the day
 *     0xffff     instants in pairs, from and to, in order and apart
 *
 *   program    magic · length · sections · 0                                           then that many: windows by themselves, before they have a person and a source
 */
export const PERSON_MAGIC = 0x31504847; // "GHP1"
export const PROGRAM_MAGIC = 0x31574847; // "GHW1"

export const PERSON_HEAD = 8;
export const PERSON_FLAGS = { banned: 1, disabled: 2, blocked: 4, damaged: 8 } as const;
/** Who is kept out whatever else is true. */
export const BARRED = PERSON_FLAGS.banned | PERSON_FLAGS.disabled | PERSON_FLAGS.blocked;

export const GRANT_HEAD = 6;
export const GRANT_FLAGS = { breakGlass: 1, doorSet: 2, doors: 4 } as const;

export const MEMBERSHIP_HEAD = 8;
export const MEMBERSHIP_FLAGS = { current: 1, denied: 2 } as const;

export const PROGRAM_HEAD = 4;
export const SECTION_HEAD = 6;
export const RULE_HEAD = 6;

/** The scope number of a section that is not bound: no facility gives it. */
export const UNBOUND = 0xffff_ffff;

/** A rule's kind: blocks by day, instants, or else the minutes a bit stands for. */
export const BLOCKS = 0;
export const INSTANTS = 0xffff;
/** Where the blocks of a rule begin, behind the eight positions. */
export const BLOCKS_HEAD = 4;

export const DAY_MINUTES = 1_440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

/** A number of words, made even. */
export const even = (words: number): number => (words + 1) & ~1;

/** Words that bits for every `minutes` of a week take. */
export const bitmapWords = (minutes: number): number => Math.ceil(WEEK_MINUTES / minutes / 32);
