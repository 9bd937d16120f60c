/** Where members name something, or are no text of anybody’s. */
const NO_TEXT = new Set([
  'role',
  'type',
  'id',
  'index',
  'tool_call_id',
  'url',
  'data',
  'file_data',
  'format',
  'detail',
]);

/** Somewhere in a message that somebody wrote. */
export interface Place {
  readonly text: string;
  readonly put: (text: string) => void;
}

/** Every text within a value, at any depth, and how it is put in its place; `putWhole` where the value is a text itself. */
export const textsIn = (value: unknown, putWhole: (text: string) => void = () => undefined): Place[] => {
  if (typeof value === 'string') return [{ text: value, put: putWhole }];
  const places: Place[] = [];
  const look = (holder: Record<string | number, unknown>, key: string | number): void => {
    const inner = holder[key];
    if (typeof inner === 'string') {
      places.push({
        text: inner,
        put: (text) => {
          holder[key] = text;
        },
      });
      return;
    }
    if (Array.isArray(inner)) for (const at of inner.keys()) look(inner as unknown as Record<number, unknown>, at);
    else if (typeof inner === 'object' && inner !== null)
      for (const name of Object.keys(inner)) if (!NO_TEXT.has(name)) look(inner as Record<string, unknown>, name);
  };
  look({ value } as Record<string, unknown>, 'value');
  return places;
};
