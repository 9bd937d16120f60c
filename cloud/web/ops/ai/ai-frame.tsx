import type { ComponentChildren } from 'preact';
import type { Session } from '../../client/platform-api.gen.ts';
import { aiLabels } from '../../words/ai-en.ts';
import { useConsole } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';

const AI_PAGES = ['ai', 'aiKeys', 'aiRequests'] as const;

interface AiFrameProps {
  readonly facilityId: string;
  readonly page: (typeof AI_PAGES)[number];
  readonly children: (at: AtFacility) => ComponentChildren;
}

/** What the pages of AI credit have in common: what they are, and the way from one to the others. */
export const AiFrame = ({ facilityId, page, children }: AiFrameProps) => (
  <FacilityFrame facilityId={facilityId} here="ai" title={aiLabels.pages[page]}>
    {(at) => (
      <article class="stack" aria-labelledby="ai-title">
        <div>
          <h1 id="ai-title" tabIndex={-1}>
            {aiLabels.pages[page]}
          </h1>
          <p class="quiet">{aiLabels.pagesMore[page]}</p>
          <nav class="whereabouts" aria-label={aiLabels.links}>
            {AI_PAGES.map((name) => (
              <a key={name} href={addressOf(name, { facilityId })} aria-current={name === page ? 'page' : undefined}>
                {aiLabels.pages[name]}
              </a>
            ))}
          </nav>
        </div>
        {children(at)}
      </article>
    )}
  </FacilityFrame>
);

/** Whether whoever is signed in holds a right at the facility. What the cloud refuses is refused all the same. */
export const useHolds = (
  { facility: { facilityId, organisationId } }: AtFacility,
  right: Session['roles'][number]['right'],
): boolean => {
  const now = useConsole().state.value;
  return 'session' in now && holdsAt(now.session.roles, right, { facilityId, organisationId });
};
