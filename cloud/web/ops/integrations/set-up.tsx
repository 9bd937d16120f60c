import { useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { Form } from '../../kit/form.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { integrationWords } from '../../words/partners-en.ts';
import { useConsole } from '../console.ts';
import type { Integration } from './integrations-page.tsx';

interface SetUpProps {
  readonly facilityId: string;
  readonly integration: Integration;
}

const problemOf = ({ linkingMethod, prefix }: Integration, identifier: string): string => {
  if (identifier === '') return linkingMethod === 'linking_identifier' ? integrationWords.identifierMissing : '';
  return identifier.startsWith(prefix) ? '' : integrationWords.mustBegin(prefix);
};

/** What a facility fills in for a partner; saving it switches the partner on, or leaves it on. */
export const SetUp = ({ facilityId, integration }: SetUpProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { partnerId, name, enabled, linkingLabel, customFields } = integration;
  const [identifier, setIdentifier] = useState(integration.linkingIdentifier ?? '');
  const [values, setValues] = useState(integration.customValues);
  const [tried, setTried] = useState(false);
  const problem = problemOf(integration, identifier.trim());
  const save = (): void => {
    setTried(true);
    if (problem !== '') return;
    void run(async () => {
      const filled = customFields
        .map(({ key }) => [key, values[key]?.trim() ?? ''] as const)
        .filter(([, value]) => value !== '');
      const body = {
        ...{ enabled: true, linkingIdentifier: identifier.trim() || null },
        customFields: Object.fromEntries(filled),
      };
      await ask('PUT /api/access-control/{facilityId}/integrations/{partnerId}', {
        path: { facilityId, partnerId },
        body,
      });
      announcer.say(integrationWords.saved(name));
      await queries.invalidateQueries({ queryKey: ['integrations', facilityId] });
    });
  };
  return (
    <Form
      send={enabled ? integrationWords.save : integrationWords.turnOn}
      busy={busy}
      error={error}
      draft="secret"
      onSend={save}
    >
      <TextField
        label={linkingLabel}
        value={identifier}
        maxLength={120}
        problem={tried ? problem : ''}
        onText={setIdentifier}
      />
      {customFields.map(({ key, label }) => (
        <TextField
          key={key}
          label={label}
          value={values[key] ?? ''}
          maxLength={250}
          onText={(text) => setValues({ ...values, [key]: text })}
        />
      ))}
    </Form>
  );
};
