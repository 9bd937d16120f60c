import type { Components, JsonObject } from './json-schema.ts';
import { FORM_TYPE, type FormRule } from './multipart.ts';
import { isForm, type StreamedRule } from './streamed-body.ts';

/** A request body that is read as it arrives, for the document. */
export const streamedBodyOf = (rule: StreamedRule, components: Components): JsonObject => ({
  required: true,
  content: isForm(rule)
    ? { [FORM_TYPE]: formOf(rule, components) }
    : Object.fromEntries(rule.types.map((type) => [type, { schema: { ...BYTES, maxLength: rule.bytes } }])),
});

const BYTES = { type: 'string', format: 'binary' };

const formOf = ({ files, fields }: FormRule, components: Components): JsonObject => {
  const { properties = {}, required = [] } = fields === undefined ? {} : components.schemaOf(fields, 'input');
  const parts = Object.entries(files);
  const file = ([name, { bytes, description, count = 1 }]: (typeof parts)[number]) => {
    const one = { ...BYTES, maxLength: bytes };
    const said = description !== undefined && { description };
    return [name, { ...(count === 1 ? one : { type: 'array', items: one, maxItems: count }), ...said }];
  };
  const needed = parts.flatMap(([name, { optional }]) => (optional ? [] : [name]));
  return {
    schema: {
      type: 'object',
      properties: { ...(properties as JsonObject), ...Object.fromEntries(parts.map(file)) },
      required: [...(required as string[]), ...needed],
    },
    encoding: Object.fromEntries(parts.map(([name, { types }]) => [name, { contentType: types.join(', ') }])),
  };
};
