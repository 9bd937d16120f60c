import type { ConsoleSettings } from '../../client/console-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { fieldsOf, textOf } from '../../kit/custom-fields.ts';
import { Form } from '../../kit/form.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { settingsLabels, settingsWords } from '../../words/partner-settings-en.ts';
import { usePartner, useSignedIn } from '../partner-console.ts';
import { BREAKS, hasMovedOn, SETTINGS } from './settings-query.ts';

/** What facilities fill in when they enable the integration. */
export const AskedOfFacilities = ({ settings }: { readonly settings: ConsoleSettings }) => {
  const { contact } = useSignedIn();
  return (
    <section class="panel" aria-labelledby="asked-title">
      <h2 id="asked-title">{settingsLabels.asked}</h2>
      {contact.role === 'owner' ? <Changed key={settings.seen} settings={settings} /> : <Shown settings={settings} />}
      <p class="quiet small">
        {settingsLabels.limits}: {limitsOf(settings)}
      </p>
    </section>
  );
};

const limitsOf = ({ rateLimits }: ConsoleSettings): string =>
  Object.entries(rateLimits)
    .map(([endpoint, n]) => settingsWords.limit(endpoint, n))
    .join(', ') || settingsLabels.usualLimits;

const Shown = ({ settings: { linkingLabel, prefix, customFields } }: { readonly settings: ConsoleSettings }) => (
  <>
    <dl class="rows">
      <dt>{settingsLabels.label}</dt>
      <dd>
        <bdi>{linkingLabel}</bdi>
      </dd>
      <dt>{settingsLabels.prefix}</dt>
      <dd>{prefix === '' ? settingsLabels.anything : prefix}</dd>
      <dt>{settingsLabels.fields}</dt>
      <dd>
        <bdi>{customFields.map(({ label }) => label).join(', ') || settingsLabels.none}</bdi>
      </dd>
    </dl>
    <p class="quiet">{settingsLabels.ownersOnly}</p>
  </>
);

/** By the settings that it began with: where they are others by now, nothing is written. */
const Changed = ({ settings }: { readonly settings: ConsoleSettings }) => {
  const { ask, announcer, queries } = usePartner();
  const { busy, error, run } = useAttempt();
  const { linkingLabel, prefix, seen } = settings;
  const first = { linkingLabel, prefix, seen, fields: textOf(settings.customFields) };
  // With what it was typed looking at: where that has moved on, it is refused like any other.
  const draft = useDraft('settings', first, ['linkingLabel', 'prefix', 'fields', 'seen']);
  const { typed, put } = draft;
  const customFields = fieldsOf(typed.fields);
  const readAnew = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: SETTINGS });
    await queries.invalidateQueries({ queryKey: BREAKS });
  };
  const save = () =>
    run(async () => {
      if (customFields === undefined || typed.linkingLabel.trim() === '') return;
      const body = {
        ifSeen: typed.seen,
        linkingLabel: typed.linkingLabel.trim(),
        prefix: typed.prefix.trim(),
        customFields,
      };
      await ask('PATCH /console/v1/settings', { body });
      announcer.say(settingsLabels.saved);
      draft.sent(typed);
      await readAnew();
    });
  return (
    <Form send={settingsLabels.save} busy={busy} error={error} draft={draft} onSend={() => void save()}>
      <TextField
        label={settingsLabels.label}
        value={typed.linkingLabel}
        maxLength={60}
        onText={(written) => put({ linkingLabel: written })}
      />
      <TextField
        label={settingsLabels.prefix}
        value={typed.prefix}
        maxLength={20}
        more={settingsLabels.prefixMore}
        onText={(written) => put({ prefix: written })}
      />
      <TextArea
        label={settingsLabels.fields}
        value={typed.fields}
        maxLength={4_000}
        more={settingsLabels.fieldsMore}
        problem={customFields === undefined ? settingsLabels.fieldsWrong : ''}
        onText={(fields) => put({ fields })}
      />
      {hasMovedOn(error) && (
        <button
          type="button"
          onClick={() => {
            draft.discard();
            void readAnew();
          }}
        >
          {settingsLabels.lookAgain}
        </button>
      )}
    </Form>
  );
};
