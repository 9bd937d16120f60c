import { useAttempt } from '../../kit/attempt.ts';
import { useConsole } from '../console.ts';
import type { AiGuardrail, AiGuardrailChange } from './ai-types.ts';

export type Changed = (now: readonly AiGuardrail[]) => readonly AiGuardrailChange[];

/** Guardrails are set all together: what there is by now is read first, and one of them changed in that. */
export const useSetGuardrails = (facilityId: string) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const path = { clubID: facilityId };
  const set = (said: string, changed: Changed, sent?: () => void): Promise<void> =>
    run(async () => {
      const { data } = await ask('GET /api/clubs/{clubID}/ai-credits/guardrails', { path });
      await ask('PATCH /api/clubs/{clubID}/ai-credits/config', { path, body: { guardrails: changed(data) } });
      sent?.();
      announcer.say(said);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return { busy, error, set };
};
