import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import {
  BILLED_NAMES,
  FIELD_NAMES,
  LOCKOUT_NAMES,
  METHOD_NAMES,
  PAYER_NAMES,
  PAYMENT_NAMES,
  profileLabels,
  TOPUP_NAMES,
} from '../../words/billing-profile-en.ts';
import { useConsole } from '../console.ts';
import type { OwnProfile, Preflight } from './billing-profile-types.ts';
import { MethodPreflight } from './method-preflight.tsx';
import { changeIn, type Mistyped, mistypedIn, typedOf } from './typed-profile.ts';

/** What may be chosen, and that nothing is. */
const orInherited = <Value extends string>(words: Readonly<Record<Value, string>>) => [
  ['', profileLabels.inherited] as const,
  ...optionsOf(words),
];
const METHODS = orInherited(METHOD_NAMES);
const PAYMENTS = orInherited(PAYMENT_NAMES);
const PAYERS = orInherited(PAYER_NAMES);
const BILLED = orInherited(BILLED_NAMES);
const LOCKOUTS = orInherited(LOCKOUT_NAMES);
const TOPUPS = orInherited(TOPUP_NAMES);

const KEPT = [
  ...(['billingMethod', 'paymentMethod', 'payerScope', 'billingDisabled', 'netDays', 'lockoutMode'] as const),
  ...(['graceDays', 'autoTopup', 'threshold', 'amount', 'monthlyMax'] as const),
];

interface ProfileFormProps {
  readonly ownerKey: string;
  /** The method that holds now, whoever has said it. */
  readonly method: Preflight['from'];
  readonly own: OwnProfile;
}

/** What an owner says itself of how it is billed; each field may be left to inheritance. */
export const ProfileForm = ({ ownerKey, method, own }: ProfileFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [from, setFrom] = useState(() => typedOf(own));
  const draft = useDraft(`profile ${ownerKey}`, from, KEPT);
  const { typed, put } = draft;
  const [tried, setTried] = useState(false);
  const change = changeIn(typed, from);
  const mistyped = mistypedIn(typed);
  const isNothing = Object.keys(change).length === 0;
  const problem = (field: Mistyped, words: string) => (tried && mistyped.has(field) ? words : '');
  const send = () =>
    run(async () => {
      setTried(true);
      if (mistyped.size > 0) return;
      if (isNothing) return announcer.say(profileLabels.nothing);
      const saved = await ask('PUT /api/admin/saas-billing/billing-profiles', { body: { ownerKey, ...change } });
      setFrom(typedOf(saved));
      draft.sent(typedOf(saved));
      setTried(false);
      announcer.say(profileLabels.saved);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  const sum = (field: 'threshold' | 'amount' | 'monthlyMax', more?: string) => (
    <TextField
      label={profileLabels[field]}
      value={typed[field]}
      maxLength={12}
      {...(more !== undefined && { more })}
      problem={problem(field, profileLabels.amountWrong)}
      onText={(text) => put({ [field]: text })}
    />
  );
  return (
    <Form
      send={profileLabels.save}
      busy={busy}
      error={error}
      draft={draft}
      onSend={() => void send()}
      after={tried && isNothing && <p class="quiet">{profileLabels.nothing}</p>}
    >
      <h3 class="whole">{profileLabels.change}</h3>
      <p class="quiet small whole">{profileLabels.changeMore}</p>
      <Choice
        label={FIELD_NAMES.billingMethod}
        value={typed.billingMethod}
        options={METHODS}
        onChoice={(billingMethod) => put({ billingMethod })}
      />
      {change.billingMethod !== undefined && change.billingMethod !== method && (
        <MethodPreflight ownerKey={ownerKey} from={method} isCertain={change.billingMethod !== null} />
      )}
      <Choice
        label={FIELD_NAMES.paymentMethod}
        value={typed.paymentMethod}
        options={PAYMENTS}
        onChoice={(paymentMethod) => put({ paymentMethod })}
      />
      <Choice
        label={FIELD_NAMES.payerScope}
        value={typed.payerScope}
        options={PAYERS}
        onChoice={(payerScope) => put({ payerScope })}
      />
      <Choice
        label={FIELD_NAMES.billingDisabled}
        value={typed.billingDisabled}
        options={BILLED}
        onChoice={(billingDisabled) => put({ billingDisabled })}
      />
      <TextField
        label={profileLabels.netDays}
        value={typed.netDays}
        inputMode="numeric"
        maxLength={3}
        more={profileLabels.netDaysMore}
        problem={problem('netDays', profileLabels.netDaysWrong)}
        onText={(netDays) => put({ netDays })}
      />
      <Choice
        label={FIELD_NAMES.lockoutPolicy}
        value={typed.lockoutMode}
        options={LOCKOUTS}
        onChoice={(lockoutMode) => put({ lockoutMode })}
      />
      {typed.lockoutMode === 'restrict' && (
        <TextField
          label={profileLabels.graceDays}
          value={typed.graceDays}
          inputMode="numeric"
          maxLength={2}
          problem={problem('graceDays', profileLabels.graceDaysWrong)}
          onText={(graceDays) => put({ graceDays })}
        />
      )}
      <Choice
        label={FIELD_NAMES.autoTopup}
        value={typed.autoTopup}
        options={TOPUPS}
        onChoice={(autoTopup) => put({ autoTopup })}
      />
      {typed.autoTopup === 'true' && (
        <>
          {sum('threshold')}
          {sum('amount')}
          {sum('monthlyMax', profileLabels.monthlyMaxMore)}
        </>
      )}
    </Form>
  );
};
