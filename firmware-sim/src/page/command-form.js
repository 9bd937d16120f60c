import { fieldsOf, obey } from './commands.js';
import { capital, make, plain } from './make.js';

let made = 0;

const choice = ({ schema, required }) => {
  const select = make('select', '');
  if (!required && schema.default === undefined) select.append(new Option(schema.description ?? 'any', ''));
  for (const value of schema.enum) select.append(new Option(plain(String(value)), value));
  if (schema.default !== undefined) select.value = schema.default;
  return select;
};

const entry = ({ schema, required }) => {
  const input = make('input', '');
  const number = schema.type === 'integer' || schema.type === 'number';
  input.type = number ? 'number' : 'text';
  input.autocomplete = 'off';
  input.required = required;
  if (number) {
    input.step = schema.type === 'integer' ? '1' : 'any';
    if (schema.minimum !== undefined) input.min = schema.minimum;
    if (schema.maximum !== undefined) input.max = schema.maximum;
  }
  if (schema.default !== undefined) input.placeholder = String(schema.default);
  return input;
};

const readField = ({ schema }, control) => {
  if (control.value === '') return undefined;
  return schema.type === 'integer' || schema.type === 'number' ? Number(control.value) : control.value;
};

/**
 * A form for a command with a body, its fields read off the schema. `tell` is called with the outcome.
 * `buttonLast` puts the button behind the fields. Undefined where a form could not ask for the body.
 */
export const createForm = ({ command, name, title, tell, label, buttonLast = false }) => {
  const fields = fieldsOf(command);
  if (fields === undefined) return undefined;
  const form = make('form', 'command-form');
  const submit = make('button', '', label ?? command.button?.label ?? capital(plain(command.name)));
  submit.type = 'submit';
  submit.title = command.help;
  const fieldsPart = make('span', 'fields');
  const controls = fields.map((field) => {
    const control = field.schema.enum ? choice(field) : entry(field);
    made += 1;
    control.id = `field-${made}`;
    const caption = make('label', '', plain(field.name));
    caption.htmlFor = control.id;
    fieldsPart.append(make('span', 'field', caption, control));
    return { field, control };
  });
  form.append(...(buttonLast ? [fieldsPart, submit] : [submit, fieldsPart]));
  form.dataset.last = String(buttonLast);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const given = controls.map(({ field, control }) => [field.name, readField(field, control)]);
    const body = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    const { message } = await obey(command, name, body);
    tell(`${title}: ${message}`);
  });
  return form;
};
