import { CheckField } from '../../kit/check-field.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { chargeLabels, chargeWords, PERIODS, PERS } from '../../words/charges-en.ts';
import {
  chargeProblems,
  EMPTY_CHARGE,
  EMPTY_OVERRIDE,
  overrideProblem,
  type TypedCharge,
  type TypedOverride,
} from './typed-charges.ts';

interface ChargesProps {
  readonly charges: readonly TypedCharge[];
  /** What is wrong is said. */
  readonly tried: boolean;
  readonly onCharges: (charges: readonly TypedCharge[]) => void;
}

/** All charges, in the order in which they are shown. */
export const ChargeFields = ({ charges, tried, onCharges }: ChargesProps) => (
  <div class="whole stack">
    {charges.map((charge, at) => (
      <fieldset key={at} class="some form">
        <legend>{charge.label || chargeWords.ofCharge(chargeLabels.charge, at + 1)}</legend>
        <OneCharge
          charge={charge}
          problems={tried ? chargeProblems(charge, charges) : undefined}
          put={(part) => onCharges(charges.with(at, { ...charge, ...part }))}
        />
        <button
          type="button"
          aria-label={chargeWords.ofCharge(chargeLabels.take, at + 1)}
          onClick={() => onCharges(charges.toSpliced(at, 1))}
        >
          {chargeLabels.take}
        </button>
      </fieldset>
    ))}
    <div>
      <button type="button" onClick={() => onCharges([...charges, EMPTY_CHARGE])}>
        {chargeLabels.add}
      </button>
    </div>
  </div>
);

interface OneChargeProps {
  readonly charge: TypedCharge;
  readonly problems: ReturnType<typeof chargeProblems> | undefined;
  readonly put: (part: Partial<TypedCharge>) => void;
}

const OneCharge = ({
  charge: { key, label, amount, currency, per, period, tax, active },
  problems,
  put,
}: OneChargeProps) => (
  <>
    <TextField
      label={chargeLabels.label}
      maxLength={120}
      value={label}
      problem={problems?.label ?? ''}
      onText={(text) => put({ label: text })}
    />
    <TextField
      label={chargeLabels.key}
      maxLength={40}
      value={key}
      more={chargeLabels.keyMore}
      problem={problems?.key ?? ''}
      onText={(text) => put({ key: text })}
    />
    <TextField
      label={chargeLabels.amount}
      maxLength={14}
      value={amount}
      problem={problems?.amount ?? ''}
      onText={(text) => put({ amount: text })}
    />
    <TextField
      label={chargeLabels.currency}
      maxLength={3}
      value={currency}
      problem={problems?.currency ?? ''}
      onText={(text) => put({ currency: text.toUpperCase() })}
    />
    <Choice
      label={chargeLabels.per}
      value={per}
      options={optionsOf(PERS)}
      onChoice={(chosen) => put({ per: chosen })}
    />
    {per !== 'once' && (
      <Choice
        label={chargeLabels.period}
        value={period}
        options={optionsOf(PERIODS)}
        onChoice={(chosen) => put({ period: chosen })}
      />
    )}
    <TextField
      label={chargeLabels.tax}
      maxLength={6}
      value={tax}
      problem={problems?.tax ?? ''}
      onText={(text) => put({ tax: text })}
    />
    <CheckField label={chargeLabels.active} checked={active} onCheck={(checked) => put({ active: checked })} />
  </>
);

interface OverridesProps {
  readonly overrides: readonly TypedOverride[];
  readonly charges: readonly TypedCharge[];
  readonly clubs: readonly { readonly facilityId: string; readonly name: string }[];
  readonly tried: boolean;
  readonly onOverrides: (overrides: readonly TypedOverride[]) => void;
}

/** What is different at single clubs. */
export const OverrideFields = ({ overrides, charges, clubs, tried, onOverrides }: OverridesProps) => (
  <div class="whole stack">
    <h3>{chargeLabels.here}</h3>
    {overrides.map((override, at) => {
      const put = (part: Partial<TypedOverride>): void => onOverrides(overrides.with(at, { ...override, ...part }));
      return (
        <fieldset key={at} class="some form">
          <Choice
            label={chargeLabels.club}
            value={override.facilityId}
            options={[['', ''], ...clubs.map(({ facilityId, name }) => [facilityId, name] as const)]}
            onChoice={(facilityId) => put({ facilityId })}
          />
          <Choice
            label={chargeLabels.charge}
            value={override.key}
            options={[['', ''], ...charges.map(({ key, label }) => [key, label || key] as const)]}
            onChoice={(key) => put({ key })}
          />
          <TextField
            label={chargeLabels.amount}
            maxLength={14}
            value={override.amount}
            problem={tried ? overrideProblem(override, charges) : ''}
            onText={(amount) => put({ amount })}
          />
          <CheckField
            label={chargeLabels.notCharged}
            checked={override.disabled}
            onCheck={(disabled) => put({ disabled })}
          />
          <button
            type="button"
            aria-label={chargeWords.ofOverride(chargeLabels.take, at + 1)}
            onClick={() => onOverrides(overrides.toSpliced(at, 1))}
          >
            {chargeLabels.take}
          </button>
        </fieldset>
      );
    })}
    <div>
      <button type="button" onClick={() => onOverrides([...overrides, EMPTY_OVERRIDE])}>
        {chargeLabels.addOverride}
      </button>
    </div>
  </div>
);
