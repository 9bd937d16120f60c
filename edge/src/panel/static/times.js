/** Times of the facility, in its own zone, by a clock of 24 hours. Durations in words that fit a line. */
let zone;
let boxNow = { wallMs: Date.now(), at: performance.now() };

export const setZone = (timezone) => {
  zone = timezone;
};
/** The box says what time it is: the phone may be wrong, or somewhere else. */
export const setBoxTime = (wallMs) => {
  boxNow = { wallMs, at: performance.now() };
};
export const boxTime = () => boxNow.wallMs + (performance.now() - boxNow.at);

const format = (options) => {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...options });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { hourCycle: 'h23', ...options }); // A zone this browser does not know.
  }
};
const HOUR = { hour: '2-digit', minute: '2-digit' };
const parts = (ms) =>
  Object.fromEntries(
    format({ year: 'numeric', month: '2-digit', day: '2-digit', ...HOUR, second: '2-digit' })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
const dayOf = (ms) => {
  const { year, month, day } = parts(ms);
  return `${year}-${month}-${day}`;
};

export const clockTime = (ms) => format({ ...HOUR, second: '2-digit' }).format(ms);
export const dayAndTime = (ms) =>
  format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', ...HOUR }).format(ms);

const DAY_MS = 86_400_000;
/** The day in words where it is near: today, tomorrow, yesterday. */
export const near = (ms) => {
  const time = format(HOUR).format(ms);
  const now = boxTime();
  if (dayOf(ms) === dayOf(now)) return `${time} today`;
  if (dayOf(ms) === dayOf(now + DAY_MS)) return `${time} tomorrow`;
  if (dayOf(ms) === dayOf(now - DAY_MS)) return `${time} yesterday`;
  const year = parts(ms).year === parts(now).year ? undefined : 'numeric';
  const day = format({ weekday: 'short', day: 'numeric', month: 'short', year }).format(ms);
  return `${time} on ${day.replace(',', '')}`;
};
export const isToday = (ms) => dayOf(ms) === dayOf(boxTime());
export const shortDay = (ms) => format({ day: 'numeric', month: 'short' }).format(ms);

/** How long, in its largest unit. */
export const duration = (ms) => {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
};

/** `2026-11-20T21:30` as the facility's clocks show it, for a field of that kind. */
export const asField = (ms) => {
  const { year, month, day, hour, minute } = parts(ms);
  return `${year}-${month}-${day}T${hour}:${minute}`;
};
/** The moment at which the facility's clocks show this; the first of two in the night when they go back. */
export const fromField = (text) => {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return undefined;
  const offsetAt = (ms) => Date.parse(`${asField(ms)}Z`) - Math.floor(ms / 60_000) * 60_000;
  const guess = wanted - offsetAt(wanted - DAY_MS / 2);
  return asField(guess) === text ? guess : wanted - offsetAt(guess);
};
