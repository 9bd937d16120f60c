const API = '/api/admin/mailbox';
const STATES = {
  kept: 'Kept here: no mail server is configured',
  queued: 'Waiting to be sent',
  sent: 'Taken by the mail server',
  refused: 'Refused by the mail server for good',
};
const REFUSALS = {
  401: 'This key is not known.',
  403: 'This key may not read the mailbox: it is for global admins.',
  404: 'This e-mail is no longer there.',
};
const byId = (id) => document.getElementById(id);
const show = (...ids) => {
  for (const id of ['sign-in', 'mailbox', 'mail']) byId(id).hidden = !ids.includes(id);
};
const tell = (sentence) => {
  byId('outcome').textContent = sentence;
};
const make = (tag, text, className = '') => {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = className;
  return element;
};
const moment = (iso) => (iso === null ? 'never' : new Date(iso).toLocaleString());

/** In this variable and nowhere else. */
let key = '';
let nextPage = null;
let opened;

/** The answer, or `undefined` after having said why there is none. */
const ask = async (path) => {
  try {
    const answer = await fetch(`${API}${path}`, { headers: { 'x-api-key': key }, cache: 'no-store' });
    if (answer.ok) return await answer.json();
    tell(REFUSALS[answer.status] ?? `The platform answered ${answer.status}. Try again in a while.`);
  } catch {
    tell('The platform cannot be reached. Try again in a while.');
  }
  return undefined;
};

const rowOf = ({ mailId, subject, to, state, createdAt, lastError }) => {
  const button = document.createElement('button');
  button.type = 'button';
  const standing = make('span', STATES[state]);
  if (state !== 'sent' && lastError !== null) standing.dataset.tone = 'alarm';
  button.append(make('span', subject, 'subject'), make('span', `To ${to}, ${moment(createdAt)}`, 'quiet'), standing);
  button.addEventListener('click', () => void open(mailId, button));
  const row = document.createElement('li');
  row.append(button);
  return row;
};

const showPage = ({ data, next }) => {
  byId('list').append(...data.map(rowOf));
  nextPage = next;
  byId('older').hidden = next === null;
};

const load = async () => {
  const page = await ask('');
  if (page === undefined) return false;
  byId('list').replaceChildren();
  showPage(page);
  show('mailbox');
  tell(page.data.length === 0 ? 'No e-mails in the last 30 days.' : '');
  return true;
};

const open = async (mailId, from) => {
  const mail = await ask(`/${encodeURIComponent(mailId)}`);
  if (mail === undefined) return;
  opened = from;
  byId('subject').textContent = mail.subject;
  const facts = [
    ['To', mail.to],
    ['Written', moment(mail.createdAt)],
    ['State', STATES[mail.state]],
    ['Attempts', mail.attempts === 0 ? 'none' : `${mail.attempts}, the last one ${moment(mail.triedAt)}`],
    ['Last error', mail.lastError ?? 'none'],
  ];
  byId('facts').replaceChildren(...facts.flatMap(([name, value]) => [make('dt', name), make('dd', value)]));
  byId('text').textContent = mail.text ?? 'This one is sensitive: only whom it is for, and super admins, may read it.';
  byId('html').textContent = mail.html ?? '';
  byId('markup').hidden = mail.html === null;
  byId('markup').open = false;
  show('mail');
  tell('');
  byId('subject').focus();
};

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  key = byId('key').value.trim();
  // A header takes nothing else; whatever is typed here beyond it is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) return tell(REFUSALS[401]);
  if (!(await load())) return byId('key').focus();
  byId('key').value = '';
  // What it says stands below the heading that it is about.
  byId('list').before(byId('outcome'));
  return byId('list-heading').focus();
});
byId('refresh').addEventListener('click', () => void load());
byId('older').addEventListener('click', async () => {
  const shown = byId('list').children.length;
  const page = await ask(`?after=${encodeURIComponent(nextPage)}`);
  if (page === undefined) return;
  showPage(page);
  byId('list').children[shown]?.firstElementChild.focus();
});
byId('back').addEventListener('click', () => {
  show('mailbox');
  opened.focus();
});
byId('forget').addEventListener('click', () => {
  key = '';
  byId('list').replaceChildren();
  for (const id of ['subject', 'facts', 'text', 'html']) byId(id).replaceChildren();
  show('sign-in');
  byId('sign-in').after(byId('outcome'));
  tell('Your key is forgotten.');
  byId('key').focus();
});
