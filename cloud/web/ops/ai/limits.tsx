import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { creditLabels } from '../../words/ai-credit-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { centsIn } from '../money/typed-amount.ts';
import type { AiConfigChange, AiOverview } from './ai-types.ts';
import { CapFields } from './cap-fields.tsx';
import { amountFrom0, amountOf, capOf, typedCap } from './typed-cap.ts';

const LEAST_CENTS = 500;
const MOST_CENTS = 1_000_000;

interface LimitsProps {
  readonly at: AtFacility;
  readonly overview: AiOverview;
}

/** Whether credit is bought by itself, and how much of it may be spent: each is sent by itself, and leaves the rest as it is. */
export const Limits = ({ at: { facility }, overview }: LimitsProps) => (
  <section class="panel stack" aria-labelledby="limits-title">
    <h2 id="limits-title">{creditLabels.settings}</h2>
    <Disclosed summary={creditLabels.limit}>
      <LimitForm facilityId={facility.facilityId} spendLimit={overview.spendLimit} />
    </Disclosed>
    <Disclosed summary={creditLabels.recharge}>
      <RechargeForm facilityId={facility.facilityId} autoRecharge={overview.autoRecharge} />
    </Disclosed>
  </section>
);

const useConfigure = (facilityId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const configure = (body: AiConfigChange, kept: () => void) =>
    run(async () => {
      await ask('PATCH /api/clubs/{clubID}/ai-credits/config', { path: { clubID: facilityId }, body });
      kept();
      announcer.say(creditLabels.saved);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return { busy, error, configure };
};

type LimitFormProps = { readonly facilityId: string } & Pick<AiOverview, 'spendLimit'>;

const LimitForm = ({ facilityId, spendLimit }: LimitFormProps) => {
  const { busy, error, configure } = useConfigure(facilityId);
  const draft = useDraft('limit', { cap: typedCap(spendLimit) }, ['cap']);
  const { cap } = draft.typed;
  const [tried, setTried] = useState(false);
  const send = (): void => {
    setTried(true);
    const limit = capOf(cap);
    if (limit !== undefined) void configure({ spendLimit: limit }, () => draft.sent(draft.typed));
  };
  return (
    <Form send={creditLabels.saveLimit} busy={busy} error={error} draft={draft} onSend={send}>
      <CapFields cap={cap} tried={tried} onCap={(next) => draft.put({ cap: next })} />
    </Form>
  );
};

type RechargeFormProps = { readonly facilityId: string } & Pick<AiOverview, 'autoRecharge'>;

const typedRecharge = ({ enabled, thresholdCents, amountCents }: AiOverview['autoRecharge']) => ({
  ...{ enabled, threshold: amountOf(thresholdCents ?? 1_000), amount: amountOf(amountCents ?? 5_000) },
});

const RechargeForm = ({ facilityId, autoRecharge }: RechargeFormProps) => {
  const { busy, error, configure } = useConfigure(facilityId);
  const draft = useDraft('recharge', typedRecharge(autoRecharge), ['enabled', 'threshold', 'amount']);
  const { typed, put } = draft;
  const { enabled, threshold, amount } = typed;
  const [tried, setTried] = useState(false);
  const thresholdCents = amountFrom0(threshold);
  const amountCents = centsIn(amount);
  const isAmount = amountCents !== undefined && amountCents >= LEAST_CENTS && amountCents <= MOST_CENTS;
  const send = (): void => {
    setTried(true);
    const kept = (): void => draft.sent(typed);
    if (!enabled) void configure({ autoRecharge: { enabled } }, kept);
    else if (isAmount && thresholdCents !== undefined)
      void configure({ autoRecharge: { enabled, thresholdCents, amountCents } }, kept);
  };
  return (
    <Form send={creditLabels.saveRecharge} busy={busy} error={error} draft={draft} onSend={send}>
      <CheckField label={creditLabels.rechargeOn} checked={enabled} onCheck={(on) => put({ enabled: on })} />
      {enabled && (
        <>
          <TextField
            label={creditLabels.threshold}
            value={threshold}
            maxLength={10}
            problem={tried && thresholdCents === undefined ? creditLabels.thresholdWrong : ''}
            onText={(text) => put({ threshold: text })}
          />
          <TextField
            label={creditLabels.rechargeAmount}
            value={amount}
            maxLength={9}
            problem={tried && !isAmount ? creditLabels.topupWrong : ''}
            onText={(text) => put({ amount: text })}
          />
        </>
      )}
    </Form>
  );
};
