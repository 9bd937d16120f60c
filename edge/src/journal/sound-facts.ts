import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';

/** Throws a `Bug` for a fact that no reader could parse: it would block the upload for ever, so it is refused alone. */
export const soundFacts = (bodies: readonly FactBody[]): readonly FactBody[] =>
  bodies.map((body) => {
    const parsed = FactBody.safeParse(body);
    if (!parsed.success) throw new Bug(`no such fact: ${JSON.stringify(body)} (${parsed.error.message})`);
    return parsed.data;
  });
