import { z } from 'zod';
import { shown } from '../../kit/http/shown-fields.ts';

export const LINK_MAX = 120;

/**
 * Both ways to name a facility. Which one counts is the integration's configuration, so neither is required here, and
 * neither is judged: whatever stands in the other one is ignored.
 */
const link = (description: string) =>
  shown(z.unknown()).optional().meta({ description, type: 'string', minLength: 1, maxLength: LINK_MAX });

export const facilityLinkFields = {
  facility_id: link('The platform’s facility id. For integrations linked directly.'),
  linking_identifier: link('Your own code for the facility. For integrations linked by identifier.'),
};
