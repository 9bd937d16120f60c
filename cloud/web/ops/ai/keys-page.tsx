import { Empty } from '../../kit/states.tsx';
import { aiKeyLabels } from '../../words/ai-keys-en.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { Agents } from './agents.tsx';
import { AiFrame, useHolds } from './ai-frame.tsx';
import { Guardrails } from './guardrails.tsx';
import { Keys } from './keys.tsx';
import { TryOut } from './try-out.tsx';

/** Who may ask models at a facility, and what holds for that. */
export const AiKeysPage = ({ facilityId }: { readonly facilityId: string }) => (
  <AiFrame facilityId={facilityId} page="aiKeys">
    {(at) => (
      <>
        <Managed at={at} />
        <Agents at={at} />
      </>
    )}
  </AiFrame>
);

const Managed = ({ at }: { readonly at: AtFacility }) =>
  useHolds(at, 'facility-manager') ? (
    <>
      <Keys at={at} />
      <Guardrails at={at} />
      <TryOut facilityId={at.facility.facilityId} />
    </>
  ) : (
    <section class="panel" aria-label={aiKeyLabels.keys}>
      <Empty title={aiKeyLabels.onlyManagers}>{aiKeyLabels.onlyManagersMore}</Empty>
    </section>
  );
