import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours } from '@gatehouse/shared/time/duration.ts';
import { type ConsoleSecrets, sameText } from '../../platform/sessions/sessions.module.ts';

/** So long somebody reads and signs before a code is asked for again. */
const VALID = Hours(1);
const PROOF = /^([0-9a-z]{1,9})\.(code|button)\.([0-9a-f]{64})$/;

interface Link {
  readonly id: string;
  readonly link_hash: string | null;
}

/** What a browser has whose reader has shown the code of a link, or pressed its button where there is none. Nothing is kept of it; another link ends it. */
export const readerProofs = ({
  secrets,
  clock,
}: {
  readonly secrets: Pick<ConsoleSecrets, 'mac'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}) => {
  const macOf = ({ id, link_hash }: Link, at: string, by: string) =>
    secrets.mac('reader of a link', id, link_hash ?? '', at, by);
  return {
    of: (link: Link, by: 'code' | 'button'): string => {
      const at = clock.wallMs().toString(36);
      return `${at}.${by}.${macOf(link, at, by)}`;
    },

    /** When the code was shown (null: there was none to show); undefined where this proves nothing, or not any more. */
    read: (link: Link, proof: string | undefined): { readonly codeAt: number | null } | undefined => {
      const [, at = '', by = '', mac = ''] = PROOF.exec(proof ?? '') ?? [];
      if (at === '' || !sameText(mac, macOf(link, at, by))) return undefined;
      const shownAt = Number.parseInt(at, 36);
      return shownAt + VALID <= clock.wallMs() ? undefined : { codeAt: by === 'code' ? shownAt : null };
    },
  };
};
