import { CONTACT, LOCK } from '@gatehouse/shared/web/door-picture.js';
import { useEffect, useState } from 'preact/hooks';
import type { Input } from '../../client/client.ts';
import type { DoorOverride } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { GraveButton } from '../../kit/grave-button.tsx';
import type { News } from '../../kit/live.ts';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { maintenanceWords } from '../../words/maintenance-en.ts';
import { useConsole, useLive } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { holdsAt } from '../session/rights.ts';
import { overrideTopic } from '../topics.ts';
import { BeginMaintenance } from './begin-maintenance.tsx';
import { inOneLine } from './door-tone.ts';
import type { SeenDoor } from './seen-door.ts';

export interface MaintenanceProps {
  readonly at: AtFacility;
  readonly door: SeenDoor;
  readonly news: News<SeenDoor>;
}
type Body = Input<'POST /api/access-control/{facilityId}/doors/{doorId}/maintenance'>['body'];

/** Holding a door open or keeping it closed, for whoever manages the facility: with a reason, and on what was seen. */
export const Maintenance = (props: MaintenanceProps) => {
  const { state } = useConsole();
  const { facilityId, organisationId } = props.at.facility;
  const now = state.value;
  const may =
    'session' in now &&
    now.session.desk === undefined &&
    holdsAt(now.session.roles, 'facility-manager', { facilityId, organisationId });
  const { order, busy, error, send } = useOrder(props);
  if (!may || props.door.boxId === null) return null;
  const { mode } = props.door.maintenance;
  return (
    <section class="maintenance stack" aria-label={maintenanceWords.title}>
      {mode === 'off' ? (
        <BeginMaintenance {...props} busy={busy} onBegin={(body) => void send(body)} />
      ) : (
        <EndMaintenance {...props} mode={mode} busy={busy} onEnd={(reason) => void send({ mode: 'off', reason })} />
      )}
      {order !== undefined && <Order key={order.overrideId} facilityId={facilityId} order={order} />}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

/** Orders something of a door, on how it was seen. */
const useOrder = ({ at: { facility }, door }: MaintenanceProps) => {
  const { ask, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const [order, setOrder] = useState<DoorOverride>();
  const send = (body: Body) =>
    run(async () => {
      setOrder(undefined);
      const path = { facilityId: facility.facilityId, doorId: door.doorId };
      const made = await ask(
        'POST /api/access-control/{facilityId}/doors/{doorId}/maintenance',
        { path, body: { ...body, ifSeen: door.seen } },
        { idempotencyKey: crypto.randomUUID() },
      );
      setOrder(made);
      announcer.say(maintenanceWords.order(made.state));
    });
  return { order, busy, error, send };
};

interface OrderProps {
  readonly facilityId: string;
  readonly order: DoorOverride;
}

/** What came of it: an order is nothing yet before the door's box has taken it. */
const Order = ({ facilityId, order }: OrderProps) => {
  const [known, setKnown] = useState(order);
  return (
    <>
      <p class="result" role="status" data-tone={known.state === 'taken' ? 'good' : 'held'}>
        {maintenanceWords.order(known.state)}
      </p>
      {known.state === 'pending' && (
        <Waiting facilityId={facilityId} overrideId={known.overrideId} onKnown={setKnown} />
      )}
    </>
  );
};

interface WaitingProps {
  readonly facilityId: string;
  readonly overrideId: string;
  readonly onKnown: (order: DoorOverride) => void;
}

const Waiting = ({ facilityId, overrideId, onKnown }: WaitingProps) => {
  const { picture } = useLive(overrideTopic(useConsole(), facilityId, overrideId));
  useEffect(() => {
    if (picture !== undefined && picture.data.state !== 'pending') onKnown(picture.data);
  }, [picture, onKnown]);
  return null;
};

interface EndProps extends MaintenanceProps {
  readonly mode: 'force-open' | 'force-closed';
  readonly busy: boolean;
  readonly onEnd: (reason: string) => void;
}

const EndMaintenance = ({ at: { time }, door, news, mode, busy, onEnd }: EndProps) => {
  const { ticks, serverNow } = useConsole();
  void ticks.value;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const now = serverNow();
  const until = door.maintenance.until === null ? undefined : Date.parse(door.maintenance.until);
  const end = (): void => {
    setTried(true);
    if (reason.trim() !== '') onEnd(reason.trim());
  };
  return (
    <form class="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      <p>
        {until === undefined
          ? maintenanceWords.openEnded
          : maintenanceWords.until(time.near(until, now), time.zone(until), until - now)}
      </p>
      <TextField
        label={maintenanceWords.endWhy}
        value={reason}
        problem={tried && reason.trim() === '' ? maintenanceWords.whyMissing : ''}
        onText={setReason}
      />
      <GraveButton
        label={busy ? maintenanceWords.ordering : maintenanceWords.end(mode, door.name)}
        seen={inOneLine(door, LOCK[door.lock], CONTACT[door.contact])}
        news={news}
        busy={busy}
        tone={mode === 'force-closed' ? 'grave' : 'first'}
        onPress={end}
      />
    </form>
  );
};
