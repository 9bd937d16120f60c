import { useLocation } from 'preact-iso/router';
import type { Session } from '../../client/platform-api.gen.ts';
import { menuOf } from './navigation.ts';

export interface MenuListProps {
  readonly session: Session;
}

/** Every page that somebody may go to, in groups. */
export const MenuList = ({ session }: MenuListProps) => {
  const { path } = useLocation();
  return (
    <>
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
    </>
  );
};
