import type { Notice } from './door-tone.ts';

const MARK = { alarm: '!', held: '‖' } as const;

/** What is out of the ordinary, each with a mark of its own shape. */
export const Notices = ({ notices }: { readonly notices: readonly Notice[] }) =>
  notices.length === 0 ? null : (
    <ul class="notices">
      {notices.map(({ tone, text }) => (
        <li key={text} class={`notice ${tone}`}>
          <span class="mark" aria-hidden="true">
            {MARK[tone]}
          </span>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
