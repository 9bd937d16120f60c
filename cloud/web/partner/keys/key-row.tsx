import { useId, useRef, useState } from 'preact/hooks';
import type { Operations } from '../../client/console-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { span } from '../../words/counting.ts';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { usePartner } from '../partner-console.ts';
import { KEYS } from './use-keys.ts';

type Key = Operations['GET /console/v1/keys']['answer']['data'][number];

const OVERLAPS = [1, 7, 30, 0] as const;

interface KeyRowProps {
  readonly secret: Key;
  readonly onMade: (text: string) => void;
}

/** One key: what it is for, when and where it was last used, and how it ends. */
export const KeyRow = ({ secret, onMade }: KeyRowProps) => {
  const { ask, queries, serverNow } = usePartner();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const replace = useRef<HTMLDialogElement>(null);
  const { keyId, label, redacted, type, status, createdAt, lastUsedAt, lastUsedFrom, expiresAt } = secret;
  const used = partnerWords.lastUsed(lastUsedAt === null ? undefined : ago(lastUsedAt), lastUsedFrom);
  const changed = () => queries.invalidateQueries({ queryKey: KEYS });
  const revoke = () =>
    run(async () => {
      await ask('DELETE /console/v1/keys/{keyId}', { path: { keyId } });
      await changed();
    });
  const rotate = (overlapDays: number) =>
    run(async () => {
      const { key } = await ask('POST /console/v1/keys/{keyId}/rotate', { path: { keyId }, body: { overlapDays } });
      onMade(key);
      await changed();
    });
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{label}</bdi> <code>{redacted}</code>
        </p>
        <p class="quiet small">
          {partnerWords.keyType(type)} · {partnerWords.made(ago(createdAt))} · {used}
          {expiresAt !== null &&
            ` · ${
              status === 'active'
                ? partnerWords.endsIn(span(Date.parse(expiresAt) - serverNow()))
                : partnerWords.endedAgo(ago(expiresAt))
            }`}
        </p>
      </div>
      {status === 'active' && (
        <div class="buttons">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={partnerWords.rotate(label)}
            onClick={() => replace.current?.showModal()}
          >
            {partnerLabels.keys.rotate}
          </button>
          <ConfirmButton
            label={partnerWords.revoke(label)}
            more={partnerWords.revokeMore(used)}
            busy={busy}
            instead={{ label: partnerLabels.keys.insteadReplace, onChosen: () => replace.current?.showModal() }}
            onConfirmed={() => void revoke()}
          />
        </div>
      )}
      {status === 'active' && <RotateDialog dialog={replace} label={label} onChosen={(days) => void rotate(days)} />}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

interface RotateDialogProps {
  readonly dialog: { readonly current: HTMLDialogElement | null };
  readonly label: string;
  readonly onChosen: (overlapDays: number) => void;
}

const RotateDialog = ({ dialog, label, onChosen }: RotateDialogProps) => {
  const [days, setDays] = useState<number>(OVERLAPS[0]);
  const field = useId();
  return (
    <dialog ref={dialog} aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>
        <bdi>{partnerWords.rotate(label)}</bdi>
      </h2>
      <p>{partnerLabels.keys.rotateMore}</p>
      <form method="dialog" class="sign-in-form">
        <div class="field">
          <label for={`${field}-days`}>{partnerLabels.keys.overlap}</label>
          <select
            id={`${field}-days`}
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {OVERLAPS.map((one) => (
              <option key={one} value={String(one)}>
                {partnerWords.overlap(one)}
              </option>
            ))}
          </select>
        </div>
        <div class="buttons">
          <button type="submit" class="first" onClick={() => onChosen(days)}>
            {partnerLabels.keys.rotate}
          </button>
          <button type="submit">{labels.back}</button>
        </div>
      </form>
    </dialog>
  );
};
