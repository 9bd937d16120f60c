import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer, hear } from '../../kit/modules/ports.ts';
import { linkModule } from '../../link/link.module.ts';
import { beaconArrived, boxGone, knownBoxes, publicKeyOf } from '../../link/link.ports.ts';
import { meterBoxes } from './box-meter.repo.ts';
import { boxCommands } from './boxes.control.ts';
import {
  getClaimPage,
  getTime,
  postChallenge,
  postClaim,
  postConfigurationReport,
  postToken,
} from './boxes.endpoints.ts';
import { boxesFaults } from './boxes.faults.ts';
import { boxHeld, boxSame, doorsHashOf, doorsOfBox, journalStored } from './boxes.ports.ts';
import { createBoxesService } from './boxes.service.ts';
import { authenticateBox, deviceSurface } from './device-surface.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** The codes of boxes that wait to be claimed are kept under it, and nothing else. */
    readonly claimKey: Uint8Array;
  }
}

export type { BoxesService } from './boxes.service.ts';

export const boxesModule = defineModule('boxes', {
  needs: [linkModule],
  owns: {
    box: 'never',
    box_claim: 'never',
    box_presence: 'never',
    box_report: 'never',
  },
  faults: boxesFaults,
  asks: { doorsOf: doorsOfBox, doorsHashOf, journalStored },
  emits: { boxHeld, boxSame },
  create: ({ db, clock, claimKey, commandKeys, challenges, tokens, linkCalls, ...deps }) => ({
    boxes: createBoxesService({
      db,
      clock,
      commandKeys,
      claimKey,
      challenges,
      tokens,
      onDecommissioned: linkCalls.boxEnded,
      doorsOf: deps.doorsOf,
      journalStored: deps.journalStored,
      doorsHashOf: deps.doorsHashOf,
      onDesiredStateChanged: linkCalls.nudge('desired-state'),
      onHeld: deps.boxHeld,
      onSame: deps.boxSame,
    }),
  }),
})({
  endpoints: [postClaim, getClaimPage, postChallenge, postToken, getTime, postConfigurationReport],
  surfaces: ({ tokens, boxes }) => [{ on: 'device', ...serveSurface(deviceSurface, authenticateBox(tokens, boxes)) }],
  answers: ({ boxes }) => [answer(publicKeyOf, boxes.publicKeyOf), answer(knownBoxes, boxes.knownBoxes)],
  on: ({ boxes }) => [hear(beaconArrived, boxes.beaconArrived), hear(boxGone, boxes.boxGone)],
  operator: boxCommands,
  meters: () => ({ pricePerBoxDay: meterBoxes }),
});
