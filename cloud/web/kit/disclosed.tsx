import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface DisclosedProps {
  readonly summary: string;
  readonly children: ComponentChildren;
}

/** What is drawn, and so asked for, once somebody opens it. It stays drawn: what was typed there is not lost. */
export const Disclosed = ({ summary, children }: DisclosedProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}>
      <summary>{summary}</summary>
      {opened && children}
    </details>
  );
};
