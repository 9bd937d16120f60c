import { useState } from 'preact/hooks';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { aiKeyLabels, aiKeyWords } from '../../words/ai-keys-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import type { AiKey } from './ai-types.ts';
import type { KeyFormProps } from './key-form.tsx';
import { changedOf, NEW_KEY, typedKey } from './typed-key.ts';
import { useKeys } from './use-keys.ts';

/** Loaded once somebody makes a key or changes one. */
const KeyForm = loadedPart<KeyFormProps>(() => import('./key-form.tsx').then(({ KeyForm: Form }) => Form));

/** The keys of a facility. The text of a new one stands here until the page is left, and nowhere else. */
export const Keys = ({ at }: { readonly at: AtFacility }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [made, setMade] = useState<string>();
  const { facilityId } = at.facility;
  const query = useKeys(facilityId);
  return (
    <>
      {made !== undefined && <ShownOnce text={made} stored={() => setMade(undefined)} />}
      <section class="panel stack" aria-labelledby="keys-title">
        <h2 id="keys-title">{aiKeyLabels.keys}</h2>
        <Answered query={query} what={aiKeyLabels.lookingAtKeys}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={aiKeyLabels.noKeys}>{aiKeyLabels.noKeysMore}</Empty>
            ) : (
              <ul class="records">
                {data.map((one) => (
                  <OneKey key={one.keyHash} at={at} secret={one} />
                ))}
              </ul>
            )
          }
        </Answered>
        <Disclosed summary={aiKeyLabels.make}>
          <KeyForm
            at={at}
            name="new key"
            atFirst={NEW_KEY}
            send={aiKeyLabels.make}
            busy={busy}
            error={error}
            isNew
            onSend={(body, sent) =>
              void run(async () => {
                const path = { clubID: facilityId };
                const options = { idempotencyKey: crypto.randomUUID() };
                setMade((await ask('POST /api/clubs/{clubID}/ai-credits/keys', { path, body }, options)).key);
                sent();
                announcer.say(aiKeyLabels.made);
                await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
              })
            }
          />
        </Disclosed>
      </section>
    </>
  );
};

interface OneKeyProps {
  readonly at: AtFacility;
  readonly secret: AiKey;
}

const OneKey = ({ at, secret }: OneKeyProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { label, hint, disabled, keyHash } = secret;
  const path = { clubID: at.facility.facilityId, keyHash };
  const refresh = () => queries.invalidateQueries({ queryKey: ['ai', at.facility.facilityId] });
  const change = (body: Partial<Pick<AiKey, 'disabled'>>) =>
    run(async () => {
      await ask('PATCH /api/clubs/{clubID}/ai-credits/keys/{keyHash}', { path, body });
      announcer.say(aiKeyLabels.saved);
      await refresh();
    });
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/clubs/{clubID}/ai-credits/keys/{keyHash}', { path });
      announcer.say(aiKeyLabels.deleted);
      await refresh();
    });
  return (
    <li>
      <div class="record-head">
        <bdi class="owned-name">{label}</bdi>
        <code>{hint}</code>
        <KeyState secret={secret} />
      </div>
      <p>
        <bdi>{aiKeyWords.limits(secret)}</bdi>
      </p>
      <KeyAges at={at} secret={secret} />
      <div class="buttons">
        <button
          type="button"
          aria-label={disabled ? aiKeyWords.enable(label) : aiKeyWords.disable(label)}
          aria-disabled={busy}
          onClick={() => void change({ disabled: !disabled })}
        >
          {disabled ? aiKeyLabels.enable : aiKeyLabels.disable}
        </button>
        <ConfirmButton
          label={aiKeyWords.deleteKey(label)}
          more={aiKeyLabels.deleteMore}
          busy={busy}
          onConfirmed={() => void remove()}
        />
      </div>
      {error !== undefined && <Failed error={error} />}
      <Disclosed summary={aiKeyWords.changeOf(label)}>
        <ChangeKey at={at} secret={secret} />
      </Disclosed>
    </li>
  );
};

const ChangeKey = ({ at, secret }: OneKeyProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const path = { clubID: at.facility.facilityId, keyHash: secret.keyHash };
  return (
    <KeyForm
      // What somebody else has changed meanwhile is what is changed from now on.
      key={secret.changedAt}
      at={at}
      name={`key ${secret.keyHash}`}
      atFirst={typedKey(secret)}
      send={aiKeyLabels.save}
      busy={busy}
      error={error}
      isNew={false}
      onSend={(whole, sent) =>
        void run(async () => {
          const body = changedOf(secret, whole);
          await ask('PATCH /api/clubs/{clubID}/ai-credits/keys/{keyHash}', { path, body });
          sent();
          announcer.say(aiKeyLabels.saved);
          await queries.invalidateQueries({ queryKey: ['ai', path.clubID] });
        })
      }
    />
  );
};

const KeyState = ({ secret: { disabled, expiresAt } }: { readonly secret: AiKey }) => {
  const { serverNow } = useConsole();
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= serverNow();
  const works = !disabled && !isExpired;
  return (
    <span class="fact" data-tone={works ? 'calm' : 'held'}>
      {works && aiKeyLabels.worksFact}
      {!works && (disabled ? aiKeyLabels.disabledFact : aiKeyLabels.expiredFact)}
    </span>
  );
};

const KeyAges = ({ at: { time }, secret: { madeAt, madeBy, lastUsedAt, expiresAt } }: OneKeyProps) => {
  const { serverNow } = useConsole();
  const ago = useAgo();
  const end = (moment: string): string => {
    const [ms, now] = [Date.parse(moment), serverNow()];
    return ms <= now ? aiKeyWords.expired(time.near(ms, now)) : aiKeyWords.expires(time.near(ms, now));
  };
  const ages = [
    aiKeyWords.used(lastUsedAt === null ? undefined : ago(lastUsedAt)),
    aiKeyWords.made(ago(madeAt), madeBy.name ?? madeBy.id),
    ...(expiresAt === null ? [] : [end(expiresAt)]),
  ];
  return (
    <p class="quiet small">
      <bdi>{ages.join(' · ')}</bdi>
    </p>
  );
};
