import { BOX_STATE_TOPIC, doorStateTopic } from '@gatehouse/shared/local/topics.ts';
import type { BoxView, DoorView } from '../panel/panel-state.ts';
import { DISCOVERY_ROOT } from './rights.ts';

/** What of the box anybody on the local broker may see. */
export type Observed = Pick<BoxView, 'boxId' | 'version' | 'link'> & { readonly doors: readonly DoorView[] };

/** One thing that Home Assistant shows of a door. None has a command topic: it sees, and moves nothing. */
interface Shown {
  readonly component: 'sensor' | 'binary_sensor';
  readonly part: string;
  readonly name: string;
  readonly valueTemplate: string;
  readonly more: object;
}

/** Unknown is said as unknown, never as one of the two. */
const onOff = (member: string, on: string, off: string) =>
  `{{ {'${on}': 'ON', '${off}': 'OFF'}.get(value_json.${member}, 'None') }}`;

const SHOWN: readonly Shown[] = [
  {
    component: 'binary_sensor',
    part: 'lock',
    name: 'Lock',
    valueTemplate: onOff('lock', 'unlocked', 'locked'),
    more: { device_class: 'lock' },
  },
  {
    component: 'binary_sensor',
    part: 'contact',
    name: 'Door',
    valueTemplate: onOff('contact', 'open', 'closed'),
    more: { device_class: 'door' },
  },
  {
    component: 'binary_sensor',
    part: 'alarm',
    name: 'Alarm',
    valueTemplate: "{{ 'ON' if value_json.alarms else 'OFF' }}",
    more: { device_class: 'problem', json_attributes_template: "{{ {'alarms': value_json.alarms} | tojson }}" },
  },
  {
    component: 'sensor',
    part: 'mode',
    name: 'Maintenance',
    valueTemplate: '{{ value_json.mode }}',
    more: { device_class: 'enum', options: ['off', 'force-open', 'force-closed'], entity_category: 'diagnostic' },
  },
];

const configOf = (view: Observed, door: DoorView, { part, name, valueTemplate, more }: Shown): object => {
  const topic = doorStateTopic(door.doorId);
  return {
    name,
    unique_id: `gatehouse_${door.doorId}_${part}`,
    object_id: `gatehouse_${door.doorId}_${part}`,
    state_topic: topic,
    value_template: valueTemplate,
    ...more,
    ...('json_attributes_template' in more ? { json_attributes_topic: topic } : {}),
    availability: [
      { topic: BOX_STATE_TOPIC, value_template: '{{ value_json.standing }}' },
      { topic, value_template: "{{ 'online' if value_json.reachable else 'offline' }}" },
    ],
    availability_mode: 'all',
    device: {
      identifiers: [`gatehouse_${door.doorId}`],
      name: door.name,
      manufacturer: 'Gatehouse',
      model: 'Door',
      via_device: `gatehouse_${view.boxId}`,
    },
    origin: { name: 'Gatehouse', sw_version: view.version },
  };
};

/** What Home Assistant is to find, by topic (its MQTT discovery: `<prefix>/<component>/<object id>/config`). */
export const discoveryOf = (view: Observed): ReadonlyMap<string, object> =>
  new Map(
    view.doors.flatMap((door) =>
      SHOWN.map((shown) => [
        `${DISCOVERY_ROOT}/${shown.component}/gatehouse_${door.doorId}/${shown.part}/config`,
        configOf(view, door, shown),
      ]),
    ),
  );
