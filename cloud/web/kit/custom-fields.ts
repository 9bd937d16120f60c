interface CustomField {
  readonly key: string;
  readonly label: string;
}

/** Further fields of a partner as somebody typed them, a line each; undefined where a line is no `key: label`. */
export const fieldsOf = (text: string): readonly CustomField[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.flatMap((line) => {
    const [, key = '', label = ''] = /^([^:]*):(.*)$/s.exec(line) ?? [];
    return key.trim() === '' || label.trim() === '' ? [] : [{ key: key.trim(), label: label.trim() }];
  });
  return fields.length === lines.length ? fields : undefined;
};

/** The same the other way round. */
export const textOf = (fields: readonly CustomField[]): string =>
  fields.map(({ key, label }) => `${key}: ${label}`).join('\n');
