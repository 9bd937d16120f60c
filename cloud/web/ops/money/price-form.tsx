import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { CHARGE_NAMES, moneyLabels } from '../../words/money-en.ts';
import { useConsole } from '../console.ts';
import type { ChargeKey } from './money-types.ts';

/** The same as the cloud takes: a price is never rounded. */
const PRICE = /^\d{1,7}(\.\d{1,6})?$/;

interface PriceFormProps {
  readonly save: (charges: Partial<Record<ChargeKey, number>>) => Promise<unknown>;
}

/** One price, which holds from the next day on. */
export const PriceForm = ({ save }: PriceFormProps) => {
  const { announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [key, setKey] = useState<ChargeKey>('pricePerFacilityDay');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const isPrice = PRICE.test(typed.trim());
  const send = () =>
    run(async () => {
      setTried(true);
      if (!isPrice) return;
      await save({ [key]: Number(typed) });
      setTyped('');
      setTried(false);
      announcer.say(moneyLabels.saved);
    });
  return (
    <Form send={moneyLabels.save} busy={busy} error={error} draft="short" onSend={() => void send()}>
      <Choice label={moneyLabels.what} value={key} options={optionsOf(CHARGE_NAMES)} onChoice={setKey} />
      <TextField
        label={moneyLabels.price}
        value={typed}
        maxLength={14}
        more={moneyLabels.priceMore}
        problem={tried && !isPrice ? moneyLabels.priceWrong : ''}
        onText={setTyped}
      />
    </Form>
  );
};
