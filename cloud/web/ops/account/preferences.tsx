import type { Preferences } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Choice } from '../../kit/filters.tsx';
import { Failed } from '../../kit/states.tsx';
import { preferenceWords } from '../../words/preferences-en.ts';
import { useConsole } from '../console.ts';
import { usePlaces } from '../users/places.ts';

const THEMES = Object.entries(preferenceWords.themes);
const DENSITIES = Object.entries(preferenceWords.densities);

/** How one likes the console: what is chosen is so at once, and stays so elsewhere. */
export const OwnPreferences = () => {
  const { likings, announcer } = useConsole();
  const { busy, error, run } = useAttempt();
  const now = likings.preferences.value;
  const change = (part: Partial<Preferences>) =>
    void run(async () => {
      await likings.change(part);
      announcer.say(preferenceWords.saved);
    });
  return (
    <section class="panel" aria-labelledby="preferences-title" aria-busy={busy}>
      <h2 id="preferences-title">{preferenceWords.title}</h2>
      <p class="quiet">{preferenceWords.more}</p>
      {now === undefined ? (
        <p>{preferenceWords.unknown}</p>
      ) : (
        <div class="form">
          <Choice
            label={preferenceWords.theme}
            value={now.theme}
            options={THEMES}
            onChoice={(theme) => change({ theme: theme as Preferences['theme'] })}
          />
          <Choice
            label={preferenceWords.density}
            value={now.density}
            options={DENSITIES}
            onChoice={(density) => change({ density: density as Preferences['density'] })}
          />
          <Home home={now.homeFacilityId} onHome={(homeFacilityId) => change({ homeFacilityId })} />
        </div>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

interface HomeProps {
  readonly home: Preferences['homeFacilityId'];
  readonly onHome: (home: Preferences['homeFacilityId']) => void;
}

const Home = ({ home, onHome }: HomeProps) => {
  const places = usePlaces();
  return (
    <Answered query={places} what={preferenceWords.looking}>
      {({ facilities }) => {
        const isUnseen = home !== null && facilities.every(({ facilityId }) => facilityId !== home);
        return (
          <Choice
            label={preferenceWords.home}
            value={home ?? ''}
            options={[
              ['', preferenceWords.everything],
              ...(isUnseen ? [[home, preferenceWords.unseen] as const] : []),
              ...facilities.map(({ facilityId, name }) => [facilityId, name] as const),
            ]}
            onChoice={(chosen) => onHome(chosen === '' ? null : (chosen as HomeProps['home']))}
          />
        );
      }}
    </Answered>
  );
};
