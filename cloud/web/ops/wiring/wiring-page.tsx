import type { DoorControllerConfiguration } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { boxWords } from '../../words/boxes-en.ts';
import { wiringLabels } from '../../words/wiring-en.ts';
import { boxQuery } from '../boxes/box-queries.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame, useVisiting } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { LastWalkTest } from '../walk-test/last-walk-test.tsx';
import { useDraft, withDraft } from './draft.ts';
import { WiringStanding } from './standing.tsx';
import { Terminals } from './terminals.tsx';
import { boardsOf } from './wired.ts';
import type { EditorProps } from './wiring-editor.tsx';
import { WiringVersions } from './wiring-versions.tsx';

/** Beside what is wired, and not before it. */
const WiringEditor = loadedPart<EditorProps>(() =>
  import('./wiring-editor.tsx').then(({ WiringEditor: Editor }) => Editor),
);

interface WiringPageProps {
  readonly facilityId: string;
  readonly boxId: string;
}

/** The pins and buses of a box: what is wired where, what is to be, what waits at its panel, and the way back. */
export const WiringPage = ({ facilityId, boxId }: WiringPageProps) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={wiringLabels.title}>
    {(at) => <WiringOf key={boxId} at={at} boxId={boxId} />}
  </FacilityFrame>
);

const WiringOf = ({ at, boxId }: { readonly at: AtFacility; readonly boxId: string }) => {
  const found = useQuery(boxQuery(useConsole(), boxId));
  return (
    <Answered query={found} what={wiringLabels.looking}>
      {(box) => <Wiring at={at} box={box} />}
    </Answered>
  );
};

const Wiring = ({ at, box }: { readonly at: AtFacility; readonly box: DoorControllerConfiguration }) => {
  const { state } = useConsole();
  const { facility } = at;
  const visiting = useVisiting(facility);
  const [draft, setDraft] = useDraft(box.uuid);
  const drafted = withDraft(box.desired.doors, draft);
  const now = state.value;
  const wires = 'session' in now && holdsAt(now.session.roles, 'installer', facility);
  const mayChange = wires && box.status === 'active' && box.facilityId === facility.facilityId;
  return (
    <article class="box wiring" aria-labelledby="wiring-title">
      <div>
        <p class="eyebrow">
          <a href={addressOf('box', { facilityId: facility.facilityId, boxId: box.uuid })}>{wiringLabels.toBox}</a>
        </p>
        <h1 id="wiring-title" tabIndex={-1}>
          {wiringLabels.title}: <bdi>{boxWords.name(box)}</bdi>
        </h1>
        <p class="quiet">{wiringLabels.why}</p>
      </div>
      <WiringStanding at={at} box={box} />
      <Terminals boards={boardsOf(drafted, box.reported)} />
      {mayChange ? (
        <WiringEditor box={box} mayRemove={!visiting} drafted={drafted} draft={draft} onDraft={setDraft} />
      ) : (
        <p class="quiet">{wiringLabels.managerOnly}</p>
      )}
      <div class="columns">
        <WiringVersions at={at} box={box} mayChange={mayChange} />
        <LastWalkTest at={at} box={box} />
      </div>
    </article>
  );
};
