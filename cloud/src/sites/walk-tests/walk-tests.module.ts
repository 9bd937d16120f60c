import { defineModule } from '../../kit/modules/module.ts';
import { retentionPolicy, YEAR } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { doorsModule } from '../doors/doors.module.ts';
import { journalModule } from '../journal/journal.module.ts';
import { beginWalkTest, endWalkTest, listWalkTests, noteStep, readWalkTest } from './walk-tests.endpoints.ts';
import { walkTestsFaults } from './walk-tests.faults.ts';
import { createWalkTestsService } from './walk-tests.service.ts';

export const walkTestsModule = defineModule('walk-tests', {
  needs: [usersModule, boxesModule, doorsModule, journalModule],
  owns: {
    walk_test: 'never',
    walk_test_step: 'never',
  },
  faults: walkTestsFaults,
  create: ({ clock, random, boxes, doors, journal }) => ({
    walkTests: createWalkTestsService({ clock, random, boxes, doors, journal }),
  }),
})({
  endpoints: [listWalkTests, beginWalkTest, readWalkTest, noteStep, endWalkTest],
  retention: ({ walkTests }) => [
    retentionPolicy(
      'walk_test',
      'walk tests: what was tried at the doors of a box, and what was seen',
      [YEAR, 10 * YEAR, 30 * YEAR],
      walkTests.forgetEndedBefore,
    ),
  ],
});
