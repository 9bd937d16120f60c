import type { Operations } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Empty, Failed } from '../../kit/states.tsx';
import { boxLabels } from '../../words/boxes-en.ts';
import { panelStaffLabels, panelStaffWords } from '../../words/panel-staff-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { holdsAt } from '../session/rights.ts';
import { StaffForm, type StaffGiven } from './staff-form.tsx';

type Member = Operations['GET /api/access-control/{facilityId}/panel-staff']['answer']['data'][number];

/** Who may sign in at the panels of a facility’s boxes. */
export const PanelStaffPage = ({ facilityId }: { readonly facilityId: string }) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={panelStaffLabels.title}>
    {(at) => <PanelStaff at={at} />}
  </FacilityFrame>
);

const queryKeyOf = (facilityId: string) => ['panel-staff', facilityId] as const;

const PanelStaff = ({ at: { facility } }: { readonly at: AtFacility }) => {
  const { ask, state } = useConsole();
  const { facilityId } = facility;
  const now = state.value;
  const mayChange = 'session' in now && holdsAt(now.session.roles, 'facility-manager', facility);
  const found = useQuery({
    queryKey: queryKeyOf(facilityId),
    queryFn: ({ signal }) =>
      ask('GET /api/access-control/{facilityId}/panel-staff', { path: { facilityId } }, { signal }),
  });
  return (
    <article class="box" aria-labelledby="panel-staff-title">
      <div>
        <p class="eyebrow">
          <a href={addressOf('boxes', { facilityId })}>{panelStaffLabels.toBoxes}</a>
        </p>
        <h1 id="panel-staff-title" tabIndex={-1}>
          {panelStaffLabels.title}
        </h1>
        <p class="quiet">{panelStaffLabels.more}</p>
      </div>
      <section class="panel" aria-label={panelStaffLabels.title}>
        <Answered query={found} what={panelStaffLabels.looking}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={panelStaffLabels.none}>{panelStaffLabels.noneMore}</Empty>
            ) : (
              <ul class="records">
                {data.map((member) => (
                  <OneMember key={member.staffId} facilityId={facilityId} member={member} mayChange={mayChange} />
                ))}
              </ul>
            )
          }
        </Answered>
        {mayChange ? <AddMember facilityId={facilityId} /> : <p class="quiet">{panelStaffLabels.managerOnly}</p>}
      </section>
    </article>
  );
};

const AddMember = ({ facilityId }: { readonly facilityId: string }) => {
  const { ask, announcer, queries } = useConsole();
  const add = async (given: StaffGiven): Promise<void> => {
    // Made with each PIN that is typed, since another one is another request.
    const options = { idempotencyKey: crypto.randomUUID() };
    await ask('POST /api/access-control/{facilityId}/panel-staff', { path: { facilityId }, body: given }, options);
    announcer.say(panelStaffLabels.added);
    await queries.invalidateQueries({ queryKey: queryKeyOf(facilityId) });
  };
  return (
    <Disclosed summary={panelStaffLabels.add}>
      <StaffForm send={panelStaffLabels.add} onGiven={add} />
    </Disclosed>
  );
};

interface OneMemberProps {
  readonly facilityId: string;
  readonly member: Member;
  readonly mayChange: boolean;
}

const OneMember = ({ facilityId, member, mayChange }: OneMemberProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const { staffId, name, role, changedAt, changedBy } = member;
  const path = { facilityId, staffId };
  const done = async (said: string): Promise<void> => {
    announcer.say(said);
    await queries.invalidateQueries({ queryKey: queryKeyOf(facilityId) });
  };
  const change = async ({ pin, ...given }: StaffGiven): Promise<void> => {
    const body = { ...given, ...(pin !== '' && { pin }) };
    await ask('PATCH /api/access-control/{facilityId}/panel-staff/{staffId}', { path, body });
    await done(panelStaffLabels.saved);
  };
  const remove = () =>
    run(async () => {
      await ask('DELETE /api/access-control/{facilityId}/panel-staff/{staffId}', { path });
      await done(panelStaffLabels.removed);
    });
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{panelStaffWords.role(role)}</span>
        <span class="quiet small">
          <bdi>{panelStaffWords.changed(ago(changedAt), changedBy.name ?? boxLabels.somebody)}</bdi>
        </span>
      </div>
      {mayChange && (
        <>
          <Disclosed summary={panelStaffWords.changeOne(name)}>
            {/* Somebody else’s change is not taken back by a form that was opened before it. */}
            <StaffForm key={`${role} ${name}`} of={{ name, role }} send={panelStaffLabels.save} onGiven={change} />
          </Disclosed>
          <ConfirmButton
            label={panelStaffWords.remove(name)}
            more={panelStaffLabels.removeMore}
            busy={busy}
            onConfirmed={() => void remove()}
          />
        </>
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};
