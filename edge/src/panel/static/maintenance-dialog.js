import { cancel, sendConfirmed, showProblem, showStep, submit } from './dialog.js';
import { $, button, choices, field, make } from './dom.js';
import { maintenanceWords } from './door-words.js';
import { asField, boxTime, fromField, near } from './times.js';

const MINUTE = 60_000;
const OPEN_HOURS_MAX = 12;
const MODES = [
  { value: 'force-open', text: 'Hold open', hint: 'Anybody can walk in. Ends by itself.' },
  { value: 'force-closed', text: 'Keep closed', hint: 'Nobody gets in. The way out stays free.' },
  { value: 'off', text: 'Normal', hint: 'Ends the maintenance.' },
];
const ENDS = [
  { value: '30', text: '30 min' },
  { value: '120', text: '2 h' },
  { value: '720', text: '12 h' },
  { value: 'custom', text: 'Until…' },
  { value: 'none', text: 'No end' },
];

/** What the confirmation asks, what its button says, what it means, and what is said afterwards. */
const wordsFor = ({ name }, { mode, untilMs }) => {
  const until = untilMs === null ? 'until somebody ends it' : `until ${near(untilMs)}`;
  if (mode === 'force-open')
    return {
      title: `Hold ${name} open ${until}?`,
      yes: `Hold open ${until}`,
      means: 'Anybody can walk in until then. It ends by itself.',
      done: `${name} is held open ${until}.`,
    };
  if (mode === 'force-closed')
    return {
      title: `Keep ${name} closed ${until}?`,
      yes: `Keep closed ${until}`,
      means: 'Nobody gets in by card, code or app. The way out stays free.',
      done: `${name} is kept closed ${until}.`,
    };
  return {
    title: `End the maintenance of ${name}?`,
    yes: 'End maintenance',
    means: 'The door goes by the access rules again.',
    done: `${name} goes by the access rules again.`,
  };
};

/** Choose, confirm, send. `latest` gives the door as it is by now. */
export const openMaintenance = (door, latest) => choose(door, latest, {});

const choose = (door, latest, before) => {
  const active = door.maintenance.mode !== 'off';
  const mode = before.mode ?? (active ? 'off' : 'force-open');
  const modes = choices({
    legend: 'What the door does',
    name: 'mode',
    options: MODES.filter(({ value }) => value !== 'off' || active),
    chosen: mode,
  });
  const ends = choices({
    legend: 'How long',
    name: 'end',
    options: ENDS,
    chosen: before.end ?? '120',
    className: 'choices short',
  });
  const until = make('input', { type: 'datetime-local', value: before.until ?? asField(boxTime() + 60 * MINUTE) });
  const untilField = field({ id: 'ask-untilMs', label: 'Until, by the facility’s clock', control: until });
  const reason = make('input', { type: 'text', maxlength: '200', autocomplete: 'off', value: before.reason ?? '' });
  const reasonField = field({
    id: 'ask-reason',
    label: 'Why',
    control: reason,
    hint: 'Everybody who finds the door so can read it.',
  });
  const chosen = (name) => document.querySelector(`#dialog input[name=${name}]:checked`)?.value;
  const arrange = () => {
    const off = chosen('mode') === 'off';
    const open = chosen('mode') === 'force-open';
    const none = ends.querySelector('[value=none]');
    none.closest('label').hidden = open;
    if (open && none.checked) ends.querySelector('[value="120"]').checked = true;
    ends.hidden = off;
    reasonField.hidden = off;
    untilField.hidden = off || chosen('end') !== 'custom';
  };

  showStep({
    title: `Maintenance of ${door.name}`,
    content: [
      ...(active ? [make('p', { text: `Now: ${maintenanceWords(door.maintenance)}` })] : []),
      modes,
      ends,
      untilField,
      reasonField,
    ],
    actions: [submit('Continue'), cancel()],
    onSubmit: () => {
      const request = { mode: chosen('mode'), end: chosen('end'), until: until.value, reason: reason.value.trim() };
      const untilMs = endOf(request);
      const wrong = problemOf(request, untilMs);
      if (wrong !== undefined) showProblem(wrong);
      else confirm(door, latest, { ...request, untilMs });
    },
  });
  $('dialog').querySelector('form').addEventListener('change', arrange);
  arrange();
};

/** Presets count from the box's own clock, not from the phone's. */
const endOf = ({ mode, end, until }) => {
  if (mode === 'off' || end === 'none') return null;
  return end === 'custom' ? fromField(until) : Math.round(boxTime() + Number(end) * MINUTE - MINUTE / 60);
};
const problemOf = ({ mode, reason }, untilMs) => {
  if (untilMs === undefined) return { field: 'untilMs', message: 'Choose a day and a time.' };
  if (untilMs !== null && untilMs <= boxTime()) return { field: 'untilMs', message: 'That has passed already.' };
  if (mode === 'force-open' && untilMs > boxTime() + OPEN_HOURS_MAX * 60 * MINUTE)
    return { field: 'untilMs', message: `A door is held open for ${OPEN_HOURS_MAX} hours at most.` };
  if (mode !== 'off' && reason === '')
    return { field: 'reason', message: 'Say why: everybody who finds the door so can read it.' };
  return undefined;
};

const confirm = (door, latest, request) => {
  const { mode, untilMs, reason } = request;
  const { title, yes, means, done } = wordsFor(door, request);
  const seen = door.maintenance.generation;
  showStep({
    title,
    content: [
      make('p', { text: means }),
      ...(mode === 'off' ? [] : [make('p', { className: 'quiet', text: `Why: ${reason}` })]),
    ],
    actions: [submit(yes), button('Back', () => choose(door, latest, request)), cancel()],
    onSubmit: () =>
      sendConfirmed({
        path: '/maintenance',
        body: { doorId: door.doorId, mode, untilMs, reason, seen },
        done,
        onRefused: ({ json }) => {
          if (json.error !== 'doors.maintenance_outdated') return false;
          outdated(door, latest, { ...request, now: json.maintenance });
          return true;
        },
      }),
  });
};

const outdated = (door, latest, request) => {
  const by = request.now?.by ?? 'Somebody';
  showStep({
    title: `${by} changed ${door.name} meanwhile`,
    content: [
      make('p', { text: `Now: ${maintenanceWords(request.now)}.` }),
      make('p', { text: 'Nothing of yours was done. Look at the door, then decide again.' }),
    ],
    actions: [
      button(
        'Decide again',
        () =>
          choose({ ...(latest(door.doorId) ?? door), maintenance: request.now }, latest, { reason: request.reason }),
        {
          className: 'first',
        },
      ),
      cancel('Leave it so'),
    ],
  });
};
