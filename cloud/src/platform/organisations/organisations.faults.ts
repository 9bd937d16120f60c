import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const organisationsFaults = defineFaults({
  facility_move_blocked: callersFault(
    409,
    'The facility cannot move yet',
    'Either partners that push members to this facility are not connected to the organisation it would belong to: their members would lose access without anybody having looked. Connect those partners to the new organisation, or switch their integration off at this facility, then move it. Or devices of that organisation have serial numbers that devices here have: correct the ones that are wrong.',
  ),
});
export const organisationsFault = faultsOf(organisationsFaults);
