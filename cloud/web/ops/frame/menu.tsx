import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { labels } from '../../words/labels-en.ts';
import type { MenuListProps } from './menu-list.tsx';

const ID = 'menu';
/** Right after the first view, and no part of it: it stands behind a button. */
const List = loadedPart<MenuListProps>(() => import('./menu-list.tsx').then(({ MenuList }) => MenuList));

/** Every page that somebody may go to, behind one button: what a phone has no room for. */
export const Menu = ({ session }: MenuListProps) => {
  const { path } = useLocation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.hidePopover(), [path]);
  return (
    <>
      <button type="button" class="plain" popovertarget={ID}>
        {labels.frame.menu}
      </button>
      <div id={ID} class="menu" popover="auto" ref={list}>
        <List session={session} />
      </div>
    </>
  );
};
