import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import {
  type BoxEndpointDeps,
  getDesiredState,
  getTime,
  postCertificate,
  postChallenge,
  postClaim,
  postConfigurationReport,
  postToken,
  postWhatStands,
} from './boxes.endpoints.ts';
import { boxesFaults } from './boxes.faults.ts';

export type { BoxesService } from './boxes.service.ts';
export { createBoxesService } from './boxes.service.ts';

export const boxesModule = (deps: BoxEndpointDeps): Module => ({
  name: 'boxes',
  owns: ['box', 'box_claim', 'box_presence', 'box_report'],
  faults: boxesFaults,
  endpoints: [
    mount(postClaim, deps),
    mount(postChallenge, deps),
    mount(postToken, deps),
    mount(getTime, deps),
    mount(postCertificate, deps),
    mount(getDesiredState, deps),
    mount(postConfigurationReport, deps),
    mount(postWhatStands, deps),
  ],
});
