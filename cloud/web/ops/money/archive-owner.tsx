import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Failed } from '../../kit/states.tsx';
import { walletLabels } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';

interface ArchiveOwnerProps {
  readonly ownerKey: string;
  readonly isArchived: boolean;
}

/** Leaves an owner out of the list of owners and of the figures, or takes it back. */
export const ArchiveOwner = ({ ownerKey, isArchived }: ArchiveOwnerProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const put = (archived: boolean) =>
    run(async () => {
      await ask('PUT /api/admin/saas-billing/owners/{ownerKey}/archived', { path: { ownerKey }, body: { archived } });
      announcer.say(archived ? walletLabels.archivedNow : walletLabels.unarchivedNow);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <section class="panel stack" aria-labelledby="archive-title">
      <h2 id="archive-title">{walletLabels.archive}</h2>
      <p>{isArchived ? walletLabels.isArchived : walletLabels.isNotArchived}</p>
      <div>
        <ConfirmButton
          label={isArchived ? walletLabels.unarchiveNow : walletLabels.archiveNow}
          more={isArchived ? walletLabels.unarchiveMore : walletLabels.archiveMore}
          busy={busy}
          onConfirmed={() => void put(!isArchived)}
        />
      </div>
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};
