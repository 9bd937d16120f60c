import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import type { Approval } from './wallet-types.ts';

/** What was asked for by somebody, and is posted once somebody else says so. */
export const Approvals = () => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="approvals-title">
      <h2 id="approvals-title">{walletLabels.approvals}</h2>
      <Pages<Approval>
        of={['billing', 'approvals']}
        what={walletLabels.lookingAtApprovals}
        empty={<Empty title={walletLabels.noApprovals}>{walletLabels.noApprovalsMore}</Empty>}
        read={(after, signal) =>
          ask('GET /api/admin/saas-billing/approvals', { query: { state: 'pending', after, limit: 20 } }, { signal })
        }
      >
        {(approvals) => (
          <ul class="records">
            {approvals.map((approval) => (
              <OneApproval key={approval.approvalId} approval={approval} />
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};

const OneApproval = ({ approval }: { readonly approval: Approval }) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { approvalId, askedBy, askedAt } = approval;
  const decide = (approve: boolean) =>
    run(async () => {
      await ask(
        'POST /api/admin/saas-billing/approvals/{approvalId}',
        { path: { approvalId }, body: { approve } },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(approve ? walletLabels.approved : walletLabels.refused);
      await queries.invalidateQueries({ queryKey: ['billing'] });
    });
  return (
    <li>
      <p>{walletWords.approval(approval)}</p>
      <p class="quiet small">{walletWords.askedBy(askedBy.name, askedAt)}</p>
      <ConfirmButton
        label={walletLabels.approve}
        more={walletLabels.approveMore}
        busy={busy}
        onConfirmed={() => void decide(true)}
      />
      <ConfirmButton
        label={walletLabels.refuse}
        more={walletLabels.refuseMore}
        busy={busy}
        onConfirmed={() => void decide(false)}
      />
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
