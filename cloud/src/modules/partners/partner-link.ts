import { z } from 'zod';

/** Both ways to name a facility. Which one counts is the integration's configuration, so neither is required here. */
export const facilityLinkFields = {
  facility_id: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('The platform’s facility id. For integrations linked directly.'),
  linking_identifier: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('Your own code for the facility. For integrations linked by identifier.'),
};
