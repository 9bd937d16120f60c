import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { listingLabels, listingWords } from '../../words/listings-en.ts';
import { useConsole } from '../console.ts';

const NOTHING = { name: '', phone: '', fulfillsOnlineOrders: false, active: true };

/** Brings the store's location of a gym to what is said here, and tells what was different there. */
export const StoreForm = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('store', NOTHING, ['name', 'phone', 'fulfillsOnlineOrders', 'active']);
  const { typed, put } = draft;
  const [pushed, setPushed] = useState<readonly string[]>();
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
      draft.sent(typed);
      setPushed(became.pushed);
      announcer.say(listingWords.pushed(became.pushed));
    });
  return (
    <Form
      send={listingLabels.storePut}
      busy={busy}
      error={error}
      draft={draft}
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
