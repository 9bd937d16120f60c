/** Every way in which windows can be wrong: the code, and what it means. Closed: a new way is a new code, an old one never changes. */
export const WINDOW_PROBLEMS = {
  missing_revision: 'access_time_windows came without access_time_windows_revision.',
  revision_out_of_range: 'The revision is below 0 or above 9007199254740991.',
  not_an_integer: 'The field takes a plain JSON integer: no quotes, no fraction, no exponent, no -0.',
  out_of_range: 'The instant is below 0 or above 9999999999 Unix seconds. Milliseconds end here.',
  wrong_type: 'The value is of another JSON type than the field takes.',
  required: 'A field that must be there is not.',
  duplicate_key: 'The same key comes twice in one object: which value is meant is unknown.',
  unknown_property: 'The property is not part of a window. Facility, door and access-scope ids have no place in one.',
  unknown_kind: 'The kind is neither absolute nor weekly.',
  wrong_kind_property: 'The property belongs to the other kind of window.',
  empty_text: 'The text must have one character at least.',
  text_too_long: 'The text has more than 120 characters (Unicode code points).',
  bad_characters: 'The text holds a NUL or half a surrogate pair, which cannot be stored.',
  unknown_time_zone: 'Not the name of an IANA zone, spelled as IANA spells it. Offsets such as +10:00 are no zones.',
  inverted_interval: 'from must be before to.',
  span_too_long: 'An absolute window spans at most 90 days (7776000 s).',
  inverted_active_range: 'active_from must be before active_until.',
  duplicate_external_id: 'An earlier window of the same snapshot has this external_id.',
  too_many_windows: 'A snapshot holds at most 50 windows.',
  missing_day: 'access_hours must have all of sun, mon, tue, wed, thu, fri, sat. A closed day is [].',
  too_many_blocks: 'A day has at most 8 blocks.',
  bad_block: 'A block is a pair of two times.',
  bad_time: 'A time is HH:MM, 24 hours, both with two digits; 24:00 only as an end.',
  empty_block: 'A block must start before it ends.',
  overnight_block: 'A block ends on the day it starts: end it at 24:00 and go on from 00:00 the day after.',
  overlapping_blocks: 'The block starts before the one before it has ended.',
  blocks_out_of_order: 'The block lies before the one before it. Blocks are listed from morning to night.',
} as const;

export type WindowProblemCode = keyof typeof WINDOW_PROBLEMS;

export interface WindowProblem {
  /** From the member down, such as `access_time_windows[3].access_hours.mon[1][0]`. */
  readonly path: string;
  readonly code: WindowProblemCode;
  /** For the partner's engineer: names the field and the rule. */
  readonly message: string;
}

export const PROBLEMS_MAX = 100;
