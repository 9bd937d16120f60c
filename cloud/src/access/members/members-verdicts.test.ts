// @module-tag exhaustive
import fc from 'fast-check';
import { describe } from 'vitest';
import { sameVerdicts } from '../../kit/ingest/testing/same-verdicts.ts';
import { batchKind } from './members.batch.ts';

const word = fc.option(fc.string({ maxLength: 20 }));
const time = fc.option(fc.constantFrom('2026-01-05', '2026-01-05T06:30:00Z', '2024-02-29T23:59:59.5+10:00'));
const plan = fc.record(
  {
    membership_plan_id: fc.string({ minLength: 1, maxLength: 20 }),
    name: word,
    start_date: time,
    end_date: time,
    status: word,
    is_current: fc.option(fc.boolean()),
  },
  { requiredKeys: ['membership_plan_id'] },
);
const items = fc.record(
  {
    member_id: fc.string({ minLength: 1, maxLength: 20 }),
    first_name: fc.string({ minLength: 1, maxLength: 20 }),
    last_name: fc.string({ minLength: 1, maxLength: 20 }),
    email: word,
    mobile_phone: fc.option(fc.constantFrom('+61 7 3000 0000', '+442079460018', '07 3000 0000')),
    address: fc.oneof(fc.jsonValue(), fc.record({ city: fc.string(), country: fc.string() })),
    date_of_birth: fc.option(fc.constantFrom('1990-12-31', '2000-02-29')),
    gender: fc.option(fc.constantFrom('male', 'female', 'non_binary', 'prefer_not_to_say', 'unknown')),
    type: word,
    tags: fc.option(fc.array(fc.string({ maxLength: 20 }), { maxLength: 3 })),
    profile_picture: fc.option(fc.constantFrom('R0lGODlhAQABAAAAACw=', 'no picture')),
    membership_status: word,
    membership_plans: fc.option(fc.array(plan, { maxLength: 3 })),
    created: time,
    updated: time,
  },
  { requiredKeys: ['member_id', 'first_name', 'last_name'] },
);

describe('a member', () => {
  sameVerdicts({
    kind: batchKind,
    items,
    reasons: ['mobile_phone: must be', 'membership_plans: at most one', 'profile_picture: '],
  });
});
