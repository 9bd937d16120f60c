/** The words of an id or a property: `doors.list-overrides`, `door_id`, `facilityID`. */
const wordsOf = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const small = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** `doors.list-overrides` → `DoorsListOverrides`. */
export const typeName = (text: string): string => wordsOf(text).map(capital).join('');

/** `doors.list-overrides` → `doorsListOverrides`, `door_id` → `doorId`. What is camelCase stays as it is. */
export const fieldName = (text: string): string => small(typeName(text));

/** The same of a property; where two of an object would have one name, each keeps its own. */
export const fieldNameAmong = (properties: Readonly<Record<string, unknown>>, property: string): string => {
  const name = fieldName(property);
  return Object.keys(properties).filter((other) => fieldName(other) === name).length === 1 ? name : property;
};

/** What a value of an enum is called: `force-open` → `force_open`. Nothing, where GraphQL has no such name. */
export const enumName = (value: string): string | undefined => {
  const name = value.replaceAll(/[^A-Za-z0-9_]/g, '_');
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : undefined;
};
const RESERVED = new Set(['true', 'false', 'null']);
