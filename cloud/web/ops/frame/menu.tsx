import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Session } from '../../client/platform-api.gen.ts';
import { labels } from '../../words/labels-en.ts';
import { menuOf } from './navigation.ts';

const ID = 'menu';

/** Every page that somebody may go to, in groups, behind one button: what a phone has no room for. */
export const Menu = ({ session }: { readonly session: Session }) => {
  const { path } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.hidePopover(), [path]);
  return (
    <>
      <button type="button" class="plain" popovertarget={ID}>
        {labels.frame.menu}
      </button>
      <div id={ID} class="menu" popover="auto" ref={list}>
        {menuOf(session.roles, path).map(({ title, pages }) => (
          <nav key={title} aria-label={title}>
            <p class="eyebrow">{title}</p>
            <ul>
              {pages.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} aria-current={href === path ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </>
  );
};
