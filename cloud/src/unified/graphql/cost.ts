import { graphFault } from './graph.faults.ts';
import { COST_LIMIT, type Reckoning, worstCost } from './worst-cost.ts';

/** What an operation costs at worst. Throws where that is more than it may be. */
export const reckon = (operation: Reckoning): number => {
  const { cost, path } = worstCost(operation);
  if (cost > COST_LIMIT)
    throw graphFault(
      'document_too_costly',
      `It may cost ${cost.toLocaleString('en')}, and ${COST_LIMIT.toLocaleString('en')} at most; ${path.join('.').slice(0, 200)} costs most of it.`,
    );
  return cost;
};
