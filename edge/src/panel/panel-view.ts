import { statfsSync } from 'node:fs';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import type { Access, AccessStanding } from '../access/access.ts';
import type { PossibleTime } from '../clock/clock-trust.ts';
import { type FactPage, type FactSource, factsBefore } from './fact-pages.ts';
import { type FactView, factView } from './fact-view.ts';
import type { Who } from './identify.ts';
import { type BoxView, readableCode } from './panel-state.ts';
import { personNames } from './person-names.ts';
import { type QrPath, qrPath } from './qr.ts';
import type { Session } from './sessions.ts';

const FACTS_SHOWN = 40;

/** What one signed-in person sees of the box. */
export interface PanelView extends Omit<BoxView, 'facts'> {
  readonly who: Who;
  readonly access: AccessStanding;
  /** Between which two moments it is, where the clock is not trusted; null where it is. */
  readonly between: { readonly fromMs: number; readonly toMs: number } | null;
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** What to scan: the page that claims the box, or the bare code where that is not known; null once the box is claimed. */
  readonly claimQr: QrPath | null;
  readonly facts: readonly FactView[];
  /** Where older facts begin; null where there are none. */
  readonly factsBefore: number | null;
}

/** The box as everybody sees it, before anybody's names are put into it. */
export interface BoxSeen extends Omit<PanelView, 'who' | 'facts' | 'factsBefore'> {
  readonly newest: FactPage;
}

export interface PanelViews {
  see(): BoxSeen;
  view(session: Session, seen: BoxSeen): PanelView;
  facts(
    session: Session,
    wanted: { readonly before: number; readonly doorId: string | undefined },
  ): { readonly facts: readonly FactView[]; readonly before: number | null };
}

export const panelViews = (deps: {
  readonly look: () => BoxView;
  readonly journal: FactSource;
  readonly access: Pick<Access, 'standing' | 'possibleTime' | 'person'>;
  readonly dataDir: string;
}): PanelViews => {
  const { look, journal, access } = deps;
  let claim: { readonly text: string; readonly qr: QrPath } | undefined;

  const claimQr = ({ claimCode, claimUrl }: BoxView): QrPath | null => {
    if (claimCode === null) return null;
    const text = claimUrl ?? readableCode(claimCode);
    if (claim?.text !== text) claim = { text, qr: qrPath(text) };
    return claim.qr;
  };
  const describePage = ({ facts, before }: FactPage, doors: BoxView['doors'], { nameKey }: Session) => {
    const { whoIs } = personNames(access, nameKey);
    const names = new Map<string, string>(doors.map(({ doorId, name }) => [doorId, name]));
    const view = (fact: Fact) => factView(fact, (id) => names.get(id), whoIs);
    return { facts: facts.map(view), before };
  };

  return {
    see: () => {
      const looked = look();
      const { facts: _, ...box } = looked;
      return {
        ...box,
        newest: factsBefore(journal, { before: Number.MAX_SAFE_INTEGER, doorId: undefined, limit: FACTS_SHOWN }),
        access: access.standing(),
        between: betweenOf(access.possibleTime()),
        disk: diskOf(deps.dataDir),
        claimQr: claimQr(looked),
      };
    },
    view: (session, { newest, ...seen }) => {
      const { facts, before } = describePage(newest, seen.doors, session);
      return { ...seen, who: session.who, facts, factsBefore: before };
    },
    facts: (session, wanted) =>
      describePage(factsBefore(journal, { ...wanted, limit: FACTS_SHOWN }), look().doors, session),
  };
};

const betweenOf = ({ trusted, fromMs, toMs }: PossibleTime): PanelView['between'] =>
  trusted ? null : { fromMs, toMs };

const diskOf = (folder: string): PanelView['disk'] => {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
};
