import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { labels } from '../../words/labels-en.ts';

interface PlainPageProps {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly more?: string;
  readonly children: ComponentChildren;
}

/** A page that is of no facility: its title, and what it is for. */
export const PlainPage = ({ title, more, children }: PlainPageProps) => {
  useEffect(() => {
    document.title = `${title} · ${labels.product}`;
  }, [title]);
  return (
    <div class="stack">
      <div>
        <h1 tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {more !== undefined && <p class="quiet">{more}</p>}
      </div>
      {children}
    </div>
  );
};
