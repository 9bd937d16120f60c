import type { FacilityListed } from '../../client/platform-api.gen.ts';
import { boxLabels, boxWords, claimLabels } from '../../words/boxes-en.ts';
import { MoveToGym } from '../boxes/move-to-gym.tsx';
import { useVisiting } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';

/** A box that was claimed here just now. */
export interface ClaimedBox {
  readonly uuid: string;
  readonly fingerprint: string;
  readonly gym: FacilityListed;
  /** What it was given with the claim. */
  readonly doorIds: readonly string[];
}

/** Whose the box is now, where to look next, and the way back where it was the wrong gym. */
export const Claimed = ({ box, moved }: { readonly box: ClaimedBox; readonly moved: (box: ClaimedBox) => void }) => {
  const { uuid, fingerprint, gym, doorIds } = box;
  const visiting = useVisiting(gym);
  return (
    <section class="panel">
      <p class="result" data-tone="good">
        <strong>{boxWords.claimedTo(gym.name)}.</strong>
      </p>
      <dl class="rows">
        <dt>{boxLabels.fingerprint}</dt>
        <dd class="figures">{fingerprint}</dd>
      </dl>
      <p>
        <a class="go-on" href={addressOf('box', { facilityId: gym.facilityId, boxId: uuid })}>
          {claimLabels.toBox}
        </a>
      </p>
      {doorIds.length > 0 && (
        <p>
          <a class="go-on" href={addressOf('walkTest', { facilityId: gym.facilityId, boxId: uuid })}>
            {claimLabels.toWalkTest}
          </a>
        </p>
      )}
      {!visiting && (
        <details>
          <summary>{claimLabels.wrongGym}</summary>
          <MoveToGym
            key={gym.facilityId}
            uuid={uuid}
            from={gym.facilityId}
            release={doorIds}
            more={claimLabels.wrongGymMore}
            moved={(to) => moved({ ...box, gym: to, doorIds: [] })}
          />
        </details>
      )}
    </section>
  );
};
