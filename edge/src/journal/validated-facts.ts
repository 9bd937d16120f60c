import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { Json } from '@gatehouse/shared/json/canonical.ts';
import { wellFormed } from '@gatehouse/shared/json/well-formed.ts';

/** Throws a `Bug` for a fact that no reader could parse: it would block the upload for ever, so it is refused alone. */
export const validatedFacts = (bodies: readonly FactBody[]): readonly FactBody[] =>
  bodies.map((body) => {
    const parsed = FactBody.safeParse(wellFormed(body as Json));
    if (!parsed.success) throw new Bug(`no such fact: ${JSON.stringify(body)} (${parsed.error.message})`);
    return parsed.data;
  });
