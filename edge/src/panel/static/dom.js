/** Everything is set as text, nothing as markup. */
export const $ = (id) => document.getElementById(id);

export const make = (tag, { text, className, ...attributes } = {}, children = []) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children);
  return element;
};

const SVG = 'http://www.w3.org/2000/svg';
export const draw = (tag, attributes = {}, children = []) => {
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  shape.append(...children);
  return shape;
};

/** Replaces children only when they differ, so that a reader's place, focus and selection stay. */
export const fill = (parent, children) => {
  const now = [...parent.children];
  if (now.length === children.length && now.every((child, i) => child.isEqualNode(children[i]))) return;
  parent.replaceChildren(...children);
};

export const setText = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

export const button = (text, onClick, attributes = {}) => {
  const element = make('button', { text, type: 'button', ...attributes });
  element.addEventListener('click', onClick);
  return element;
};

/** A label, its control, and where what is wrong with it is said. */
export const field = ({ id, label, control, hint }) => {
  control.id = id;
  const problem = make('p', { id: `${id}-problem`, className: 'problem' });
  control.setAttribute('aria-describedby', `${id}-problem${hint ? ` ${id}-hint` : ''}`);
  const parts = [make('label', { text: label, for: id }), control, problem];
  if (hint) parts.splice(1, 0, make('p', { text: hint, id: `${id}-hint`, className: 'quiet small' }));
  return make('div', { className: 'field' }, parts);
};

/** Choices of which one counts, as native radio buttons. */
export const choices = ({ legend, name, options, chosen, className = 'choices' }) =>
  make('fieldset', { className }, [
    make('legend', { text: legend }),
    ...options.map(({ value, text, hint, disabled }) => {
      // The attribute, so that a form which is reset comes back to it.
      const input = make('input', { type: 'radio', name, value, disabled, checked: value === chosen });
      const words = [make('span', { className: 'choice-text', text })];
      if (hint) words.push(make('span', { className: 'quiet small', text: hint }));
      return make('label', { className: 'choice' }, [input, make('span', {}, words)]);
    }),
  ]);
