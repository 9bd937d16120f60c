import { useState } from 'preact/hooks';
import type { User, UserKey } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { Once } from '../../kit/once.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { words } from '../../words/en.ts';
import { userWords } from '../../words/users-en.ts';
import { useConsole } from '../console.ts';
import { holdsOnPlatform } from '../session/rights.ts';

/** Keys for tools that act in somebody's name. One is shown once, when it is made, and is nowhere but on the page then. */
export const UserKeys = ({ user: { userId, keys } }: { readonly user: User }) => {
  const { state } = useConsole();
  const now = state.value;
  const may =
    'session' in now && (now.session.user.userId === userId || holdsOnPlatform(now.session.roles, 'global-admin'));
  return (
    <section class="panel stack" aria-labelledby="keys-title">
      <h2 id="keys-title">{userWords.keys}</h2>
      <p class="quiet">{userWords.keysMore}</p>
      {keys === null && <p>{userWords.notShown}</p>}
      {keys?.length === 0 && <Empty title={userWords.noKeys} />}
      <ul class="owned">
        {(keys ?? []).map((key) => (
          <OneKey key={key.keyId} userId={userId} userKey={key} may={may} />
        ))}
      </ul>
      {may && (
        <Disclosed summary={userWords.makeKey}>
          <MakeKey userId={userId} />
        </Disclosed>
      )}
    </section>
  );
};

interface OneKeyProps {
  readonly userId: string;
  readonly userKey: UserKey;
  readonly may: boolean;
}

const OneKey = ({ userId, userKey, may }: OneKeyProps) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { keyId, label, redacted, expired, createdAt, lastUsedAt, expiresAt } = userKey;
  const used = lastUsedAt === null ? undefined : ago(lastUsedAt);
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/users/{userId}/mcp-keys/{keyId}', { path: { userId, keyId } });
      await queries.invalidateQueries({ queryKey: ['user', userId] });
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{label}</bdi> <code>{redacted}</code>
        </p>
        <p class="quiet small">
          {words.added(ago(createdAt))} · {userWords.lastUsed(used)}
          {expired && ` · ${userWords.keyEnded}`}
          {!expired && expiresAt !== null && ` · ${userWords.keyUntil(utcTime.dayOf(Date.parse(expiresAt)))}`}
        </p>
      </div>
      {may && (
        <ConfirmButton
          label={userWords.deleteKey(label)}
          more={userWords.deleteKeyMore(used)}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

const DAY_MS = 86_400_000;
const DAYS = ['30', '90', '365', ''] as const;

const NEW = { label: '', days: '90' };

const MakeKey = ({ userId }: { readonly userId: string }) => {
  const { ask, queries, serverNow } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft('new key', NEW, ['label', 'days']);
  const { typed, put } = draft;
  const { label, days } = typed;
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<string>();
  const make = (): void => {
    setTried(true);
    if (label.trim() === '') return;
    void run(async () => {
      const expiresAt = days === '' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();
      const input = { path: { userId }, body: { label: label.trim(), expiresAt } };
      const options = { idempotencyKey: crypto.randomUUID() };
      setMade((await ask('POST /api/users/{userId}/mcp-keys', input, options)).key);
      draft.sent();
      setTried(false);
      await queries.invalidateQueries({ queryKey: ['user', userId] });
    });
  };
  return (
    <Form
      send={userWords.makeKey}
      busy={busy}
      error={error}
      draft={draft}
      after={made !== undefined && <Once label={userWords.theKey} secret={made} more={userWords.keyOnce} />}
      onSend={make}
    >
      <TextField
        label={userWords.keyLabel}
        value={label}
        maxLength={120}
        problem={tried && label.trim() === '' ? userWords.keyLabelMissing : ''}
        onText={(text) => put({ label: text })}
      />
      <Choice
        label={userWords.keyLasts}
        value={days}
        options={DAYS.map((some) => [some, userWords.keyDays[some]])}
        onChoice={(lasts) => put({ days: lasts })}
      />
    </Form>
  );
};
