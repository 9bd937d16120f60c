import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Failed } from '../../kit/states.tsx';
import { words } from '../../words/en.ts';
import { labels } from '../../words/labels-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { fitting, type Place, pagesFrom, placeOf } from './found.ts';

/** What is typed is looked for once there is a pause in it. */
const PAUSE = Milliseconds(200);
/** The cloud looks for texts of these lengths. */
const [TYPED_LEAST, TYPED_MOST] = [2, 60];

/** What is typed, a pause later: each letter is no question of its own. */
const usePaused = (typed: string): string => {
  const { clock } = useConsole();
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = clock.after(PAUSE, () => setPaused(typed));
    return () => timer.cancel();
  }, [clock, typed]);
  return paused;
};

/** Pages that fit at once, then what the cloud finds. */
const useFound = (typed: string) => {
  const { ask, state } = useConsole();
  const { path } = useLocation();
  const roles = 'session' in state.value ? state.value.session.roles : [];
  const q = usePaused(typed.trim());
  const asked = q.length >= TYPED_LEAST;
  const hits = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => ask('GET /api/search', { query: { q } }, { signal }),
    enabled: asked,
  });
  const found = asked ? (hits.data?.data ?? []) : [];
  const places = [...fitting(pagesFrom(roles, path), typed), ...found.flatMap((hit) => placeOf(hit) ?? [])];
  const waiting = typed.trim() !== q || (asked && hits.data === undefined && hits.error === null);
  return { places, waiting, more: asked && hits.data?.more === true, error: asked ? hits.error : null };
};

/**
 * Finds anything, by keyboard alone: the combobox with a list of the ARIA authoring practices. The focus stays where one types; the
 * arrows move through what was found, Enter goes there.
 */
export const FindDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { route } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const { places, waiting, more, error } = useFound(typed);
  const chosen = Math.min(at, places.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  const go = (place: Place | undefined): void => {
    if (place === undefined) return;
    dialog.current?.close();
    route(place.address);
  };
  const moved = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || places.length === 0) return;
    event.preventDefault();
    setAt((chosen + step + places.length) % places.length);
  };
  return (
    <dialog ref={dialog} class="find" aria-label={labels.find.title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(places[chosen]);
        }}
      >
        <input
          type="text"
          role="combobox"
          aria-label={labels.find.title}
          aria-autocomplete="list"
          aria-expanded={places.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={places.length > 0 ? `${id}-${chosen}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={labels.find.placeholder}
          maxLength={TYPED_MOST}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setTyped(value);
            setAt(0);
          }}
          onKeyDown={moved}
        />
      </form>
      <div id={`${id}-list`} class="found" role="listbox" aria-label={labels.find.list}>
        {places.map((place, number) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the field, where the focus stays
          <div
            key={`${place.address} ${place.of}`}
            id={`${id}-${number}`}
            role="option"
            tabIndex={-1}
            aria-selected={number === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => go(place)}
          >
            <bdi>{place.name}</bdi>
            <bdi class="quiet small">{place.of}</bdi>
          </div>
        ))}
      </div>
      <p class="quiet small" role="status">
        {waiting ? labels.find.looking : words.foundPlaces(places.length, more)}
      </p>
      {error !== null && <Failed error={error} />}
    </dialog>
  );
};
