import { $, fill, make } from './dom.js';
import { near } from './times.js';

const STATE = { online: 'Answers', lost: 'Does not answer', unknown: 'Not heard of yet' };

const wordsOf = ({ doorName, state, tampered, secure, trouble, lastReadMs }) =>
  [
    `${doorName}. ${tampered ? 'Its housing is open. ' : ''}${STATE[state]}${trouble === null ? '' : ` (${trouble})`}`,
    state === 'online' && secure ? 'encrypted' : '',
    lastReadMs === null ? 'nothing read yet' : `last read ${near(lastReadMs)}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The readers on this box's buses: how they stand, and when they last read something. Never what. */
export const showReaders = ({ readers }) => {
  $('readers').hidden = readers.length === 0;
  fill(
    $('reader-list'),
    readers.flatMap((reader) => {
      const odd = reader.state === 'lost' || reader.tampered || reader.trouble !== null;
      return [
        make('dt', { text: reader.name }),
        make('dd', { text: `${odd ? '! ' : ''}${wordsOf(reader)}`, className: odd ? 'odd' : '' }),
      ];
    }),
  );
};
