import type { PartnerAccount } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { fieldsOf, textOf } from '../../kit/custom-fields.ts';
import { DraftNote } from '../../kit/draft-note.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { partnersWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import { LINKING_METHODS } from './linking-methods.ts';

/** What an account is called, and how its integration is set up. */
export const PartnerSetup = ({ account }: { readonly account: PartnerAccount }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { partnerId, rateLimits } = account;
  const { name, linkingMethod, linkingLabel, prefix } = account;
  const first = { name, linkingMethod, linkingLabel, prefix, fields: textOf(account.customFields) };
  const draft = useDraft('set-up', first, ['name', 'linkingMethod', 'linkingLabel', 'prefix', 'fields']);
  const { typed, put } = draft;
  const customFields = fieldsOf(typed.fields);
  const fits = typed.name.trim() !== '' && customFields !== undefined;
  const save = () =>
    run(async () => {
      const label = typed.linkingLabel.trim();
      const body = {
        ...{ name: typed.name.trim(), linkingMethod: typed.linkingMethod, prefix: typed.prefix.trim() },
        ...(label !== '' && { linkingLabel: label }),
        ...(customFields !== undefined && { customFields }),
      };
      await ask('PATCH /api/admin/partners/{partnerId}', { path: { partnerId }, body });
      draft.sent(typed);
      announcer.say(partnersWords.saved);
      await queries.invalidateQueries({ queryKey: ['partner', partnerId] });
      await queries.invalidateQueries({ queryKey: ['partners'] });
    });
  const limits = Object.entries(rateLimits);
  return (
    <section class="panel" aria-labelledby="setup-title">
      <h2 id="setup-title">{partnersWords.setUp}</h2>
      <p class="quiet">{partnersWords.limits(limits.map(([endpoint, n]) => partnersWords.aSecond(endpoint, n)))}</p>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (fits && typed.linkingMethod === account.linkingMethod) void save();
        }}
      >
        <DraftNote draft={draft} />
        <TextField
          label={partnersWords.name}
          value={typed.name}
          maxLength={120}
          problem={typed.name.trim() === '' ? partnersWords.nameMissing : ''}
          onText={(text) => put({ name: text })}
        />
        <Choice
          label={partnersWords.method}
          value={typed.linkingMethod}
          options={LINKING_METHODS}
          onChoice={(method) => put({ linkingMethod: method as PartnerAccount['linkingMethod'] })}
        />
        <TextField
          label={partnersWords.label}
          value={typed.linkingLabel}
          maxLength={60}
          onText={(text) => put({ linkingLabel: text })}
        />
        <TextField
          label={partnersWords.prefix}
          value={typed.prefix}
          maxLength={20}
          more={partnersWords.prefixMore}
          onText={(text) => put({ prefix: text })}
        />
        <TextArea
          label={partnersWords.fields}
          value={typed.fields}
          maxLength={4_000}
          more={partnersWords.fieldsMore}
          problem={customFields === undefined ? partnersWords.fieldsWrong : ''}
          onText={(fields) => put({ fields })}
        />
        {typed.linkingMethod === account.linkingMethod ? (
          <button type="submit" class="first" aria-disabled={busy || !fits}>
            {partnersWords.save}
          </button>
        ) : (
          <ConfirmButton
            label={partnersWords.save}
            more={partnersWords.methodMore}
            busy={busy || !fits}
            onConfirmed={() => void save()}
          />
        )}
        {error !== undefined && <Failed error={error} />}
      </form>
    </section>
  );
};
