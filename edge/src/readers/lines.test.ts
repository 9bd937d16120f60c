import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLines } from './lines.ts';

const collect = () => {
  const clock = new ManualClock();
  const heard: string[] = [];
  const lines = createLines(clock, { line: (text) => heard.push(text), spoilt: () => heard.push('(spoilt)') });
  const say = (text: string) => {
    for (const character of text) character === '\n' ? lines.end() : lines.add(character);
  };
  return { clock, heard, lines, say };
};

describe('lines of a reader', () => {
  it('come whole, without blanks around them, and empty ones not at all', () => {
    const { heard, say } = collect();
    say(' 0008057923 \n\n \nGH1~a b\n');
    expect(heard).toEqual(['0008057923', 'GH1~a b']);
  });

  it('are not put together of two halves', async () => {
    const { clock, heard, say } = collect();
    say('00080');
    await clock.advance(Milliseconds(501));
    say('0008057923\n57');
    await clock.advance(Milliseconds(501));
    say('\n');
    expect(heard).toEqual(['0008057923']);
  });

  it('are said to be spoilt where something was lost or too long, and the next is sound again', () => {
    const { heard, lines, say } = collect();
    say('0008');
    lines.spoil();
    say('057923\n');
    say(`${'9'.repeat(5_000)}\n`);
    say('123\n');
    expect(heard).toEqual(['(spoilt)', '(spoilt)', '123']);
  });

  it('do not count before a pause when nobody listened until now, however many there are', async () => {
    const { clock, heard, lines, say } = collect();
    lines.distrust();
    say('57923\n123\n');
    await clock.advance(Milliseconds(400));
    say('124\n');
    await clock.advance(Milliseconds(501));
    say('125\n');
    expect(heard).toEqual(['125']);
  });

  it('are those that were sent, however they came', () => {
    const text = fc.stringMatching(/^[!-~]{1,40}$/);
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (sent) => {
        const { heard, say } = collect();
        say(sent.map((line) => `${line}\n`).join(''));
        expect(heard).toEqual(sent);
      }),
    );
  });
});
