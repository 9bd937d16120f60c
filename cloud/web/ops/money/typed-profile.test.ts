import { describe, expect, it } from 'vitest';
import type { OwnProfile, ResolvedProfile } from './billing-profile-types.ts';
import { changeIn, mistypedIn, ownOf, typedOf } from './typed-profile.ts';

const NOTHING: OwnProfile = {
  ...{ billingMethod: null, paymentMethod: null, payerScope: null, billingDisabled: null },
  ...{ netDays: null, lockoutPolicy: null, autoTopup: null },
};
const FROM = typedOf(NOTHING);

describe('a billing profile as it is typed', () => {
  it('begins with what the owner has said itself, and leaves the rest to inheritance', () => {
    const resolved: ResolvedProfile = {
      profile: {
        ...{ billingMethod: 'invoice', paymentMethod: 'none', payerScope: 'facility', billingDisabled: false },
        ...{ netDays: 30, lockoutPolicy: { mode: 'warn', graceDays: 14 } },
        autoTopup: { enabled: false, thresholdCents: null, amountCents: null, monthlyMaxCents: null },
      },
      sources: {
        ...{ billingMethod: 'organisation', paymentMethod: 'default', payerScope: 'default' },
        ...{ billingDisabled: 'facility', netDays: 'facility', lockoutPolicy: 'default', autoTopup: 'default' },
      },
      chain: [],
    };
    expect(ownOf(resolved, 'facility')).toEqual({ ...NOTHING, billingDisabled: false, netDays: 30 });
    expect(ownOf(resolved, 'organisation')).toEqual({ ...NOTHING, billingMethod: 'invoice' });
  });

  it('changes what was changed alone, and gives back to inheritance what was emptied', () => {
    expect(changeIn(FROM, FROM)).toEqual({});
    expect(changeIn({ ...FROM, billingMethod: 'invoice', netDays: '30' }, FROM)).toEqual({
      ...{ billingMethod: 'invoice', netDays: 30 },
    });
    const said = typedOf({ ...NOTHING, netDays: 30, lockoutPolicy: { mode: 'restrict', graceDays: 7 } });
    expect(changeIn({ ...said, netDays: '', lockoutMode: '' }, said)).toEqual({ netDays: null, lockoutPolicy: null });
    const on = { ...FROM, autoTopup: 'true', threshold: '50', amount: '200.00' } as const;
    expect(changeIn(on, FROM)).toEqual({
      autoTopup: { enabled: true, thresholdCents: 5_000, amountCents: 20_000, monthlyMaxCents: null },
    });
  });

  it('says what is typed wrongly, and looks at nothing that is not shown', () => {
    const wrong = { ...FROM, netDays: '121', graceDays: 'x', threshold: '-1', amount: '', monthlyMax: '100001' };
    expect([...mistypedIn(wrong)]).toEqual(['netDays']);
    expect([...mistypedIn({ ...wrong, netDays: '120', lockoutMode: 'restrict', autoTopup: 'true' })]).toEqual([
      ...['graceDays', 'threshold', 'amount', 'monthlyMax'],
    ]);
    expect(mistypedIn(FROM).size).toBe(0);
  });
});
