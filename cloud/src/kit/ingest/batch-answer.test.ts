import { describe, expect, it } from 'vitest';
import { batchAnswers } from './batch-answer.ts';

const { success, answer } = batchAnswers('check-ins', ['check_in_id', 'member_id']);
const named = { index: 3, check_in_id: null, member_id: 'M-1', facility_id: null, reason: 'Missing facility_id' };
const result = {
  success: 3,
  skipped: 1,
  skippedItems: [named],
  conflicting: 0,
  conflicts: [],
  ignoredFields: [],
  guesses: [],
  dryRun: false,
};

describe('the answer to a batch', () => {
  it('fits what is declared of it, and says how much was applied', () => {
    const { schema, ...declared } = success('CheckInsPushed');
    expect(declared.status).toBe(200);
    expect(schema.meta()?.id).toBe('CheckInsPushed');
    expect(schema.parse(answer(result))).toEqual({
      message: '3 of 4 check-ins applied.',
      metadata: { success: 3, skipped: 1, skipped_items: [named] },
    });
    const { check_in_id: _, ...nameless } = named;
    expect(schema.safeParse(answer({ ...result, skippedItems: [nameless] })).success).toBe(false);
  });

  it('of a dry run says that nothing was written', () => {
    const { schema } = success('CheckInsPushed');
    expect(schema.parse(answer({ ...result, dryRun: true }))).toMatchObject({
      message: '3 of 4 check-ins would be applied.',
      metadata: { 'dry-run': true },
    });
  });
});
