import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import type { DoorDifference } from './wired.ts';

/** What differs, door by door: what was, and what becomes of it. */
export const Differences = ({ of }: { readonly of: readonly DoorDifference[] }) => (
  <ul class="records wiring-changes">
    {of.map(({ doorId, name, change, lines }) => (
      <li key={doorId}>
        <strong>
          <bdi>{wiringWords.changed(name, change)}</bdi>
        </strong>
        <dl class="facts">
          {lines.map(({ what, was, is }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {change === 'changed' && <del>{was ?? wiringLabels.none}</del>}
                <ins>{is ?? wiringLabels.none}</ins>
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
);
