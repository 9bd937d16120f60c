import { dateOfDays } from '@gatehouse/shared/zones/civil-days.ts';
import { footerTransitions } from '@gatehouse/shared/zones/footer.ts';
import { footerOffsetAt, type ZoneRules } from '@gatehouse/shared/zones/zone-rules.ts';

/** Drops the last transitions as long as the footer alone makes the same of them. Compilers write them out up to 2037. */
export const slim = (rules: ZoneRules): ZoneRules => {
  const { footer, transitions } = rules;
  const last = transitions.at(-1);
  if (last === undefined) return rules;
  const lastYear = dateOfDays(Math.floor(last.at / 86_400)).year;
  const made = footerTransitions(footer, 1800, lastYear + 1);
  let kept = transitions.length;
  for (; kept > 1; kept--) {
    const dropped = transitions[kept - 1];
    const before = transitions[kept - 2];
    if (dropped === undefined || before === undefined) break;
    const next = made.find(({ at }) => at > before.at);
    if (next?.at !== dropped.at || next.offset !== dropped.offset) break;
    if (footerOffsetAt(footer, before.at) !== before.offset) break;
  }
  return { ...rules, transitions: transitions.slice(0, kept) };
};
