import { $ } from './dom.js';
import { ask } from './wire.js';

const HINTS = {
  true: 'Sign in with your name and your own PIN.',
  false: 'Sign in with the PIN of this box. It is in the file panel-pin until there are staff.',
};

/** Signing in; `onSignedIn` follows a right PIN. Returns how to show the form, and for whom. */
export const createSignIn = (onSignedIn) => {
  const [name, pin, problem] = [$('name'), $('pin'), $('sign-in-problem')];
  const button = $('sign-in-form').querySelector('button');
  const wrong = (control, message) => {
    problem.textContent = message;
    control.setAttribute('aria-invalid', 'true');
    control.focus();
    control.select();
  };
  let namesAsked = false;

  $('sign-in-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const digits = pin.value.replaceAll(/\s/g, '');
    problem.textContent = '';
    for (const control of [name, pin]) control.removeAttribute('aria-invalid');
    if (namesAsked && name.value.trim() === '') return wrong(name, 'Type your name.');
    if (!/^\d+$/.test(digits)) return wrong(pin, 'A PIN is digits only.');
    button.disabled = true;
    const { ok, json } = await ask('/session', { name: namesAsked ? name.value : '', pin: digits });
    button.disabled = false;
    if (!ok) return wrong(json.field === 'name' ? name : pin, json.message);
    pin.value = '';
    onSignedIn();
  });

  return {
    ask: (asked) => {
      namesAsked = asked;
      $('name-field').hidden = !asked;
      $('sign-in-hint').textContent = HINTS[String(asked)];
      pin.value = '';
      (asked && name.value === '' ? name : pin).focus();
    },
  };
};
