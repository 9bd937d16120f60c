import { describe, expect, it } from 'vitest';
import type { TryField, TryForm } from '../../client/try-form.ts';
import { callOf, curlOf, problemsOf, valuesOf } from './try-call.ts';

const field = (name: string, place: TryField['place'], more: Partial<TryField> = {}): TryField => ({
  ...{ name, place, kind: 'text', required: false, more: '', choices: [], value: '' },
  ...more,
});
const FORM: TryForm = {
  ...{ id: 'doors.unlock', method: 'POST', title: 'Unlock a door', description: '' },
  path: '/partner/v1/doors/{door_id}/unlock',
  fields: [
    field('door_id', 'path', { required: true, value: 'door_1' }),
    field('at', 'query', { value: '2026' }),
    field('Prefer', 'header'),
    field('member_id', 'body', { required: true, value: 'M 1' }),
    field('last_name', 'body', { required: true }),
    field('minutes', 'body', { kind: 'number' }),
    field('metadata', 'body', { kind: 'json', value: '{"a":1}' }),
  ],
};

describe('a form that tries an endpoint', () => {
  it('begins with the examples of what is required and of the body', () =>
    expect(valuesOf(FORM)).toMatchObject({ 'path door_id': 'door_1', 'query at': '', 'body metadata': '{"a":1}' }));

  it('sends each value where it belongs, as what it is, and leaves out what is empty and not required', () => {
    const call = callOf(FORM, {
      ...valuesOf(FORM),
      ...{ 'path door_id': '../x y', 'query at': 'a&b', 'header Prefer': 'wait=3', 'body minutes': '5' },
    });
    expect(call).toMatchObject({
      ...{ method: 'POST', headers: { Prefer: 'wait=3' } },
      address: '/partner/v1/doors/..%2Fx%20y/unlock?at=a%26b',
    });
    expect(JSON.parse(call.body ?? '')).toEqual({ member_id: 'M 1', last_name: '', minutes: 5, metadata: { a: 1 } });
  });

  it('names what is missing, and what is no JSON', () => {
    expect(problemsOf(FORM, valuesOf(FORM))).toEqual({});
    expect(problemsOf(FORM, { 'body metadata': '{', 'body minutes': '' })).toEqual({
      'path door_id': 'missing',
      'body metadata': 'not_json',
    });
  });

  it('is a line for a shell, whatever is in it, and never has the key', () => {
    const values = { ...valuesOf(FORM), 'body member_id': "O'Neil $(rm -rf)" };
    const line = curlOf(callOf(FORM, values));
    expect(line).toContain('-u "$KEY:" -X POST "$API"\'/partner/v1/doors/door_1/unlock\'');
    expect(line).toContain("O'\\''Neil $(rm -rf)");
  });

  it('takes a body that is no object as one text', () => {
    const whole = { ...FORM, fields: [field('', 'body', { kind: 'json', required: true, value: '[1]' })] };
    expect(callOf(whole, valuesOf(whole)).body).toBe('[\n  1\n]');
    const reading = { ...FORM, method: 'GET', fields: [] };
    expect(curlOf(callOf(reading, {}))).not.toContain('-d');
  });
});
