import { z } from 'zod';
import { boxesFaults } from '../boxes/boxes.faults.ts';

const { claim_code_unknown, claim_code_ambiguous, box_claimed_already } = boxesFaults;
/** How a claim is refused. */
export const claimFaults = { claim_code_unknown, claim_code_ambiguous, box_claimed_already };

/** `7K3M-9QXT` as it is typed, or what the box’s QR code says: the same, perhaps as the fragment of a link. Nothing is fetched. */
export const Code = z
  .string()
  .min(8)
  .max(200)
  .describe('The code that the box shows, typed or scanned; of a link, its fragment or its `code`.')
  .transform((text) => {
    const link = URL.parse(text);
    return link?.hash.slice(1) || (link?.searchParams.get('code') ?? text);
  });

export const fingerprint = z.string().describe('Of the box’s key: compare it with the one that its panel shows.');
