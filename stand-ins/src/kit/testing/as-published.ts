import { Ajv2020 } from 'ajv/dist/2020.js';

/** Holds answers against what a provider publishes of them, written down as a JSON Schema: what is wrong, in words. */
export const asPublished = (schema: object) => {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  const validate = ajv.compile(schema);
  return (answer: unknown): readonly string[] =>
    validate(answer)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message, params }) =>
          [instancePath, message, JSON.stringify(params)].join(' '),
        );
};
