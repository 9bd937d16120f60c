import type { ControlCommand } from '@gatehouse/shared/control/control-server.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import type { Database } from '../kit/db/unit-of-work.ts';
import { kitFault } from '../kit/http/kit-faults.ts';
import type { PartnersService } from '../partner/partners/partners.module.ts';
import type { OrganisationsService } from '../platform/organisations/organisations.module.ts';

type Orders = Readonly<Record<string, ControlCommand>>;

/** Orders of the operator of the cloud's machine, as they are told: the control socket serves them by name. */
export const controlCommands = (places: Places, told: readonly Orders[]): Orders => {
  const commands = new Map<string, ControlCommand>();
  for (const [name, command] of told.flatMap((orders) => Object.entries(orders))) {
    if (commands.has(name)) throw new Bug(`the order ${name} is told twice`);
    commands.set(name, ofWhatThereIs(places, command));
  }
  return Object.fromEntries(commands);
};

interface Places {
  readonly db: Pick<Database, 'read'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly partners: Pick<PartnersService, 'settingsOf'>;
}
const Named = z.object({ facilityId: FacilityId.optional(), partnerId: PartnerId.optional() });

/** A misspelt facility or partner is refused by its name, before anything is looked for or written under it. */
const ofWhatThereIs = ({ db, organisations, partners }: Places, command: ControlCommand): ControlCommand => ({
  ...command,
  run: async (body) => {
    const { facilityId, partnerId } = Named.parse(body);
    const facility = facilityId && (await db.read((tx) => organisations.findFacility(tx, facilityId)));
    if (facilityId !== undefined && facility === undefined)
      throw kitFault('invalid_request', `facilityId: there is no facility ${facilityId}.`);
    if (partnerId !== undefined) await partners.settingsOf(partnerId);
    return command.run(body);
  },
});
