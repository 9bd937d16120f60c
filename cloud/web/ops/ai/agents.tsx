import { useState } from 'preact/hooks';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Form } from '../../kit/form.tsx';
import { Empty } from '../../kit/states.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { aiWords } from '../../words/ai-en.ts';
import { aiKeyLabels, aiKeyWords } from '../../words/ai-keys-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { useHolds } from './ai-frame.tsx';
import type { AiAgent, AiCap } from './ai-types.ts';
import { CapFields } from './cap-fields.tsx';
import { capOf, typedCap } from './typed-cap.ts';
import { useAgents } from './use-agents.ts';

/** What agents spend, and may spend: they have no key. */
export const Agents = ({ at }: { readonly at: AtFacility }) => {
  const administers = useHolds(at, 'org-admin');
  const ago = useAgo();
  const query = useAgents(at.facility.facilityId);
  return (
    <section class="panel stack" aria-labelledby="agents-title">
      <h2 id="agents-title">{aiKeyLabels.agents}</h2>
      <Answered query={query} what={aiKeyLabels.lookingAtAgents}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={aiKeyLabels.noAgents}>{aiKeyLabels.noAgentsMore}</Empty>
          ) : (
            <>
              <FiguresTable
                title={aiKeyLabels.agents}
                columns={[
                  ...[aiKeyLabels.agent, aiKeyLabels.cap, aiKeyLabels.today],
                  ...[aiKeyLabels.month, aiKeyLabels.lastUsed],
                ]}
                rows={data.map((one) => ({
                  key: one.deviceId,
                  name: aiKeyWords.agent(one),
                  cells: [
                    capped(one) === null ? aiKeyLabels.noCap : aiWords.cap(capped(one) as AiCap),
                    ...[one.todayMicros, one.monthMicros].map(aiWords.exactly),
                    one.lastUsedAt === null ? aiKeyLabels.never : ago(one.lastUsedAt),
                  ],
                }))}
              />
              {administers &&
                data.map((one) => (
                  <Disclosed key={one.deviceId} summary={aiKeyWords.capOf(aiKeyWords.agent(one))}>
                    <AgentCap key={JSON.stringify(capped(one))} facilityId={at.facility.facilityId} agent={one} />
                  </Disclosed>
                ))}
            </>
          )
        }
      </Answered>
    </section>
  );
};

const capped = ({ capCents, capReset }: AiAgent): AiCap | null =>
  capCents === null || capReset === null ? null : { limitCents: capCents, reset: capReset };

interface AgentCapProps {
  readonly facilityId: string;
  readonly agent: AiAgent;
}

/** Caps are set all together: those that there are by now are read first, and one of them changed. */
const AgentCap = ({ facilityId, agent }: AgentCapProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const draft = useDraft(`cap ${agent.deviceId}`, { cap: typedCap(capped(agent)) }, ['cap']);
  const { cap } = draft.typed;
  const [tried, setTried] = useState(false);
  const send = () =>
    run(async () => {
      setTried(true);
      const wanted = capOf(cap);
      if (wanted === undefined) return;
      const path = { clubID: facilityId };
      const { data } = await ask('GET /api/clubs/{clubID}/ai-credits/agents', { path });
      const others = data.filter(({ deviceId }) => deviceId !== agent.deviceId);
      const agentCaps = [...others.map((one) => [one, capped(one)] as const), [agent, wanted] as const].flatMap(
        ([{ deviceId }, one]) => (one === null ? [] : [{ deviceId, capCents: one.limitCents, reset: one.reset }]),
      );
      await ask('PATCH /api/clubs/{clubID}/ai-credits/config', { path, body: { agentCaps } });
      draft.sent(draft.typed);
      announcer.say(aiKeyLabels.saved);
      await queries.invalidateQueries({ queryKey: ['ai', facilityId] });
    });
  return (
    <Form send={aiKeyLabels.saveCap} busy={busy} error={error} draft={draft} onSend={() => void send()}>
      <CapFields cap={cap} tried={tried} onCap={(next) => draft.put({ cap: next })} />
    </Form>
  );
};
