import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { listingLabels, listingWords } from '../../words/listings-en.ts';
import { useConsole } from '../console.ts';

/** Brings the store's location of a gym to what is said here, and tells what was different there. */
export const StoreForm = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [typed, setTyped] = useState({ name: '', phone: '', fulfillsOnlineOrders: false, active: true });
  const [pushed, setPushed] = useState<readonly string[]>();
  const put = (part: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...part }));
  const send = () =>
    run(async () => {
      setPushed(undefined);
      const { name, phone, ...rest } = typed;
      const body = {
        ...rest,
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(phone.trim() !== '' && { phone: phone.replace(/\s/g, '') }),
      };
      const became = await ask('PUT /api/admin/store/clubs/{clubID}', { path: { clubID: facilityId }, body });
      setPushed(became.pushed);
      announcer.say(listingWords.pushed(became.pushed));
    });
  return (
    <Form
      send={listingLabels.storePut}
      busy={busy}
      error={error}
      onSend={() => void send()}
      after={
        pushed !== undefined && (
          <p class="result whole" data-tone="good">
            {listingWords.pushed(pushed)}
          </p>
        )
      }
    >
      <TextField
        label={listingLabels.storeName}
        value={typed.name}
        more={listingLabels.storeNameMore}
        onText={(name) => put({ name })}
      />
      <TextField
        label={listingLabels.phone}
        maxLength={20}
        value={typed.phone}
        more={listingLabels.storePhoneMore}
        onText={(phone) => put({ phone })}
      />
      <CheckField
        label={listingLabels.fulfills}
        checked={typed.fulfillsOnlineOrders}
        onCheck={(fulfillsOnlineOrders) => put({ fulfillsOnlineOrders })}
      />
      <CheckField label={listingLabels.active} checked={typed.active} onCheck={(active) => put({ active })} />
    </Form>
  );
};
