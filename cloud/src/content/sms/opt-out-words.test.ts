import { describe, expect, it } from 'vitest';
import { meaningOf } from './opt-out-words.ts';

describe('an answer to a text', () => {
  it.each([
    'STOP',
    'Stopall',
    'unsubscribe',
    'CANCEL',
    'end',
    'Quit',
    'OPTOUT',
    'revoke',
    ' stop. ',
    'STOP!!',
    '“Stop”',
  ])('opts out by a keyword alone, in any case: %s', (text) => expect(meaningOf(text)).toBe('out'));
  it.each([
    'Please stop texting me',
    'stop sending me messages',
    'stop it now',
    'No more texts!',
    'Don’t text me again',
    'do not contact me',
    'Take me off your list',
    'remove my number please',
    'I want to opt out',
    'opt me out',
    'I don’t want these messages',
    'I do not want to get any more of your texts',
    'Leave me alone',
    'please unsubscribe me',
    'I revoke my consent',
  ])('opts out by any wording that leaves no doubt: %s', (text) => expect(meaningOf(text)).toBe('out'));
  it.each([
    'I’ll stop by tomorrow',
    'Which bus stop is it?',
    'When does it end',
    'Please don’t stop these!',
    'can I cancel my class on Friday?',
    'yes please',
    'START at nine?',
    'helpful, thanks',
    'I quit smoking',
    '',
    '🎉',
  ])('is nothing that we act on: %s', (text) => expect(meaningOf(text)).toBe('none'));
  it.each(['start', 'YES', 'Unstop'])('takes a stop back: %s', (text) => expect(meaningOf(text)).toBe('resume'));
  it.each(['HELP', 'info?'])('asks for help: %s', (text) => expect(meaningOf(text)).toBe('help'));
});
