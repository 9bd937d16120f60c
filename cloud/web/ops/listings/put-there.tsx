import { useState } from 'preact/hooks';
import type { ListingLink } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { listingLabels } from '../../words/listings-en.ts';
import { useConsole } from '../console.ts';

interface PutThereProps {
  readonly facilityId: string;
  /** Undefined: it is not there. */
  readonly link: ListingLink | undefined;
}

/** Brings what the provider has of a gym to what is so, or takes it away there. */
export const PutThere = ({ facilityId, link }: PutThereProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [phone, setPhone] = useState('');
  const done = async (said: string): Promise<void> => {
    announcer.say(said);
    await queries.invalidateQueries({ queryKey: ['listings', facilityId] });
  };
  const put = () =>
    run(async () => {
      const body = phone.trim() === '' ? {} : { phone: phone.replace(/\s/g, '') };
      await ask('PUT /api/club/{club}/listsvc/location', { path: { club: facilityId }, body });
      await done(listingLabels.wasPut);
    });
  const remove = (id: string) =>
    run(async () => {
      await ask('DELETE /api/admin/listsvc/location/{id}', { path: { id }, query: { facilityId } });
      await done(listingLabels.removed);
    });
  if (link?.state === 'removing') return null;
  return (
    <div class="stack">
      <Form send={listingLabels.put} busy={busy} error={error} draft="short" onSend={() => void put()}>
        <TextField
          label={listingLabels.phone}
          maxLength={20}
          value={phone}
          more={listingLabels.phoneMore}
          onText={setPhone}
        />
        <p class="quiet small whole">{listingLabels.putMore}</p>
      </Form>
      {link !== undefined && (
        <div>
          <ConfirmButton
            label={listingLabels.remove}
            more={listingLabels.removeMore}
            busy={busy}
            onConfirmed={() => void remove(link.locationId)}
          />
        </div>
      )}
    </div>
  );
};
