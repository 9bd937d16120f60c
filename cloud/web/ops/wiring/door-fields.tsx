import type { ComponentChildren } from 'preact';
import { Choice } from '../../kit/filters.tsx';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import { type Point, PointFields } from './point-fields.tsx';
import { answerable, type Wired } from './wired.ts';

interface DoorFieldsProps {
  readonly door: Wired;
  /** All doors of the box as they are drafted. */
  readonly doors: readonly Wired[];
  readonly buses: readonly string[];
  /** What is wrong with the door as it is drafted. */
  readonly problems: readonly string[];
  readonly onDoor: (door: Wired) => void;
}

const PROFILES = (['latch', 'magnet', 'gate', 'turnstile'] as const).map(
  (one) => [one, wiringWords.profile(one)] as const,
);
const ENERGISED = (['unlocked', 'locked'] as const).map((one) => [one, wiringWords.energised(one)] as const);
const EVIDENCE = (['lock-sense', 'relay-contact', 'command-only'] as const).map(
  (one) => [one, wiringWords.evidence(one)] as const,
);
const meaning = <State extends Parameters<typeof wiringWords.means>[0]>(...states: readonly State[]) =>
  states.map((one) => [one, wiringWords.means(one)] as const);

const Group = ({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) => (
  <fieldset class="wires">
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

/** Everything of a door that is wired. */
export const DoorFields = ({ door, doors, buses, problems, onDoor }: DoorFieldsProps) => {
  const put = (change: Partial<Wired>): void => onDoor({ ...door, ...change });
  const { relay, evidence } = door;
  /** Where an input goes that is new: the relay’s board, which somebody changes. */
  const first: Point = { bus: relay.bus, unit: relay.unit, channel: 0 };
  return (
    <div class="form">
      {problems.length > 0 && (
        <ul class="why" role="status">
          {problems.map((problem) => (
            <li key={problem}>
              <bdi>{problem}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Choice
        label={wiringLabels.lock}
        value={door.profile}
        options={PROFILES}
        onChoice={(profile) => put({ profile })}
      />
      <Group legend={wiringLabels.relay}>
        <PointFields at={relay} buses={buses} onPoint={(next) => put({ relay: next })} />
        <Choice
          label={wiringLabels.polarity}
          value={door.relayEnergisedMeans}
          options={ENERGISED}
          onChoice={(relayEnergisedMeans) => put({ relayEnergisedMeans })}
        />
      </Group>
      <Group legend={wiringLabels.evidence}>
        <Choice
          label={wiringLabels.evidence}
          value={evidence.kind}
          options={EVIDENCE}
          onChoice={(kind) => {
            if (kind === 'command-only') put({ evidence: { kind } });
            else put({ evidence: { activeMeans: 'unlocked', ...first, ...evidence, kind } });
          }}
        />
        {evidence.kind !== 'command-only' && (
          <>
            <PointFields at={evidence} buses={buses} onPoint={(next) => put({ evidence: next })} />
            <Choice
              label={wiringLabels.activeMeans}
              value={evidence.activeMeans}
              options={meaning('unlocked', 'locked')}
              onChoice={(activeMeans) => put({ evidence: { ...evidence, activeMeans } })}
            />
          </>
        )}
      </Group>
      <Inputs door={door} buses={buses} first={first} put={put} />
      <Answers door={door} doors={doors} put={put} />
    </div>
  );
};

interface InputsProps extends Pick<DoorFieldsProps, 'door' | 'buses'> {
  readonly first: Point;
  readonly put: (change: Partial<Wired>) => void;
}

const Inputs = ({ door: { rex, fire, contact, keySwitch }, buses, first, put }: InputsProps) => (
  <>
    <Group legend={wiringLabels.rex}>
      <There is={rex !== null} onIs={(is) => put({ rex: is ? first : null })} />
      {rex !== null && (
        <>
          <PointFields at={rex} buses={buses} onPoint={(next) => put({ rex: next })} />
          <Choice
            label={wiringLabels.activeMeans}
            value={rex.activeMeans ?? 'pressed'}
            options={meaning('pressed', 'released')}
            onChoice={(activeMeans) => put({ rex: { ...rex, activeMeans } })}
          />
        </>
      )}
    </Group>
    <Group legend={wiringLabels.fire}>
      <There is={fire !== null} onIs={(is) => put({ fire: is ? first : null })} />
      {fire !== null && (
        <>
          <PointFields at={fire} buses={buses} onPoint={(next) => put({ fire: next })} />
          <Choice
            label={wiringLabels.activeMeans}
            value={fire.activeMeans ?? 'alarm'}
            options={meaning('alarm', 'normal')}
            onChoice={(activeMeans) => put({ fire: { ...fire, activeMeans } })}
          />
        </>
      )}
    </Group>
    <Group legend={wiringLabels.contact}>
      <There is={contact !== null} onIs={(is) => put({ contact: is ? { ...first, activeMeans: 'open' } : null })} />
      {contact !== null && (
        <>
          <PointFields at={contact} buses={buses} onPoint={(next) => put({ contact: next })} />
          <Choice
            label={wiringLabels.activeMeans}
            value={contact.activeMeans}
            options={meaning('open', 'closed')}
            onChoice={(activeMeans) => put({ contact: { ...contact, activeMeans } })}
          />
        </>
      )}
    </Group>
    <Group legend={wiringLabels.keySwitch}>
      <There
        is={keySwitch !== null}
        onIs={(is) => put({ keySwitch: is ? { ...first, mode: 'force-closed' } : null })}
      />
      {keySwitch !== null && (
        <>
          <PointFields at={keySwitch} buses={buses} onPoint={(next) => put({ keySwitch: next })} />
          <Choice
            label={wiringLabels.activeMeans}
            value={keySwitch.activeMeans ?? 'turned'}
            options={meaning('turned', 'home')}
            onChoice={(activeMeans) => put({ keySwitch: { ...keySwitch, activeMeans } })}
          />
          <Choice
            label={wiringLabels.keyMode}
            value={keySwitch.mode}
            options={(['force-open', 'force-closed'] as const).map((one) => [one, wiringWords.mode(one)] as const)}
            onChoice={(mode) => put({ keySwitch: { ...keySwitch, mode } })}
          />
        </>
      )}
    </Group>
  </>
);

const There = ({ is, onIs }: { readonly is: boolean; readonly onIs: (is: boolean) => void }) => (
  <label class="choice">
    <input type="checkbox" checked={is} onChange={({ currentTarget }) => onIs(currentTarget.checked)} />
    {wiringLabels.there}
  </label>
);

const Answers = ({ door, doors, put }: Pick<DoorFieldsProps, 'door' | 'doors'> & Pick<InputsProps, 'put'>) => {
  const rules = answerable(door, doors);
  if (rules.length === 0) return null;
  return (
    <Group legend={wiringLabels.answers}>
      {rules.map((rule) => (
        <label key={rule} class="choice">
          <input
            type="checkbox"
            checked={door.acknowledged.includes(rule)}
            onChange={({ currentTarget: { checked } }) => {
              const others = door.acknowledged.filter((one) => one !== rule);
              put({ acknowledged: checked ? [...others, rule] : others });
            }}
          />
          {wiringWords.answerFor(rule)}
        </label>
      ))}
    </Group>
  );
};
