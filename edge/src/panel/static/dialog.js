import { $, button, make } from './dom.js';
import { ask } from './wire.js';

/**
 * The one dialog of the page. What changes a door takes two steps in it: choose, then confirm what it will be in plain
 * words. Each step begins at its title, so that a screen reader reads the question and no key answers it by accident.
 */
export const showStep = ({ title, content, actions, onSubmit }) => {
  const dialog = $('dialog');
  const heading = make('h2', { text: title, id: 'dialog-title', tabindex: '-1' });
  const problem = make('p', { className: 'problem', role: 'alert', id: 'dialog-problem' });
  const form = make('form', { className: 'asking', novalidate: true }, [
    heading,
    ...content,
    problem,
    make('div', { className: 'buttons' }, actions),
  ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onSubmit?.();
  });
  dialog.replaceChildren(form);
  if (!dialog.open) dialog.showModal();
  heading.focus();
};

export const closeDialog = () => $('dialog').close();
export const cancel = (text = 'Cancel') => button(text, closeDialog);
export const submit = (text, className = 'first') => make('button', { text, type: 'submit', className });

/** Says what is wrong beside its field, or below all of them. */
export const showProblem = ({ field, message }) => {
  const control = field ? $(`ask-${field}`) : null;
  for (const old of document.querySelectorAll('#dialog [aria-invalid]')) old.removeAttribute('aria-invalid');
  for (const old of document.querySelectorAll('#dialog .problem')) old.textContent = '';
  if (control === null) {
    $('dialog-problem').textContent = message;
    return;
  }
  $(`${control.id}-problem`).textContent = message;
  control.setAttribute('aria-invalid', 'true');
  control.focus();
};

let hide;
/** What came of it, for a few seconds. */
export const say = (text) => {
  clearTimeout(hide);
  $('outcome').textContent = text;
  hide = setTimeout(() => {
    $('outcome').textContent = '';
  }, 6_000);
};

/** Sends what was confirmed. `onRefused` may show a step of its own and return true. */
export const sendConfirmed = async ({ path, body, done, onRefused }) => {
  const buttons = document.querySelectorAll('#dialog button');
  for (const one of buttons) one.disabled = true;
  const { ok, status, json } = await ask(path, body);
  for (const one of buttons) one.disabled = false;
  if (ok) {
    closeDialog();
    say(done);
  } else if (onRefused?.({ status, json }) !== true) showProblem(json);
};
