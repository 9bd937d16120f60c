import { defineModule } from '../../kit/modules/module.ts';
import { graphFaults } from './graph.faults.ts';

export const graphqlModule = defineModule('graphql', { faults: graphFaults })({});
