import { at } from './make.js';

const urlOf = (command, name) => command.path.replace(':name', encodeURIComponent(name));

/** Whether a command makes sense for what is in this state at all. */
export const applies = ({ needs }, state) => needs === null || at(state, needs) != null;

/** Whether its button belongs on the page now. */
export const shows = (command, state) => {
  if (!applies(command, state)) return false;
  const when = command.button?.when;
  if (when === undefined) return true;
  return 'is' in when ? at(state, when.path) === when.is : at(state, when.path) !== when.isNot;
};

/** Sends a command and resolves with what came of it; never rejects. */
export const obey = async (command, name, body = {}) => {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(urlOf(command, name), { method: 'POST', headers, body: JSON.stringify(body) });
    return await response.json();
  } catch {
    return { done: false, message: 'The simulator does not answer.' };
  }
};

/** The members of a command's body that a form can ask for; undefined where one of them is more than a word. */
export const fieldsOf = ({ body, positional }) => {
  const members = Object.entries(body.properties ?? {});
  if (members.some(([, schema]) => schema.type === 'object' || schema.type === 'array')) return undefined;
  const place = (name) => (positional.includes(name) ? positional.indexOf(name) : positional.length);
  return members
    .map(([name, schema]) => ({ name, schema, required: body.required?.includes(name) === true }))
    .sort((a, b) => place(a.name) - place(b.name));
};
