/** An element with a class and children; `parts` may be elements or text. */
export const make = (tag, className, ...parts) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...parts);
  return element;
};

/** A button that submits nothing. */
export const makeButton = (label, onClick) => {
  const button = make('button', '', label);
  button.type = 'button';
  if (onClick) button.addEventListener('click', onClick);
  return button;
};

/** Something that opens: `head` is what one clicks. `fill` is called before it opens for the first time. */
export const makeDrawer = (className, head, fill) => {
  const body = make('div', 'drawer-body');
  const drawer = make('details', className, make('summary', '', head), body);
  drawer.addEventListener('toggle', () => {
    if (drawer.open && body.childElementCount === 0) fill(body);
  });
  return drawer;
};

/** Writes only what differs: whoever reads the page aloud is not told the same again. */
export const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** The words that there are, with commas. */
export const list = (...words) => words.filter(Boolean).join(', ');
/** `holdMs` and `cut-power` as people say it. */
export const plain = (name) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' ');

/** Follows a dotted path into a state. */
export const at = (state, path) => path.split('.').reduce((value, part) => value?.[part], state);

/** Of the gym, if the address names its zone (`?zone=Australia/Brisbane`), so that the times are those of its panel; else of this browser. */
const zoneAsked = new URLSearchParams(location.search).get('zone');
const timeZone = (() => {
  try {
    return new Intl.DateTimeFormat('en-GB', zoneAsked === null ? {} : { timeZone: zoneAsked }).resolvedOptions()
      .timeZone;
  } catch {
    return undefined; // A zone that this browser does not know.
  }
})();

/** The time of day there, to the millisecond. */
export const timeOf = (moment) =>
  new Date(moment).toLocaleTimeString('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
