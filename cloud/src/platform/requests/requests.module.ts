import { keptExchangesRepo } from '../../kit/http/kept-exchanges.repo.ts';
import { forgetIdleLimits } from '../../kit/http/rate-limit-sql.ts';
import { repliesRepo } from '../../kit/http/replies.repo.ts';
import { requestLogRepo } from '../../kit/http/request-log.repo.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { onSchedule } from '../jobs/jobs.ports.ts';
import { retentionPolicy, YEAR } from '../retention/retention.ports.ts';

export const requestsModule = defineModule(
  'requests',
  {},
)({
  jobs: ({ db, clock, jobTime }) => [
    onSchedule('limits.sweep', '31 * * * *', () => forgetIdleLimits({ db, clock: jobTime ?? clock })),
  ],
  retention: () => [
    retentionPolicy(
      'http_reply',
      'answers to requests that may be sent again with their key',
      [1, 1, 30],
      (tx, at, limit) => repliesRepo(tx).deleteBefore(at, limit),
    ),
    retentionPolicy('request_log', 'requests of partners', [7, 30, YEAR], (tx, at, limit) =>
      requestLogRepo(tx).deleteBefore(at, limit),
    ),
    retentionPolicy(
      'kept_exchange',
      'what partners sent and were answered, redacted, where it was refused or rehearsed',
      [1, 7, 30],
      (tx, at, limit) => keptExchangesRepo(tx).deleteBefore(at, limit),
    ),
  ],
});
