import { expect, it } from 'vitest';
import { attachment } from './content-disposition.ts';

it.each([
  ['report.csv', 'attachment; filename="report.csv"'],
  ['Zoë’s list.csv', `attachment; filename="Zo__s list.csv"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20list.csv`],
  ["it's (1)é", `attachment; filename="it's (1)_"; filename*=UTF-8''it%27s%20%281%29%C3%A9`],
  ['../../etc/passwd', 'attachment; filename="_.._etc_passwd"'],
  ['a"; filename="b', 'attachment; filename="a_; filename=_b"'],
  ['a\r\nSet-Cookie: x', 'attachment; filename="a__Set-Cookie_ x"'],
  ['gpj.\u202eexe', 'attachment; filename="gpj._exe"'],
  ['50%41', `attachment; filename="50_41"; filename*=UTF-8''50%2541`],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
  ['...', 'attachment; filename="download"'],
  ['', 'attachment; filename="download"'],
])('saves %j under a name that no header and no folder is broken by', (name, header) => {
  expect(attachment(name)).toBe(header);
});

it('cuts a long name, and never within a character', () => {
  expect(attachment('x'.repeat(1_000))).toBe(`attachment; filename="${'x'.repeat(150)}"`);
  expect(() => new Headers({ 'content-disposition': attachment('💪'.repeat(1_000)) })).not.toThrow();
});
