import type { Upstream } from '../upstream.ts';

/** Who answers for models in all worlds of this process: whoever a test has named, for as long as it lasts. */
export const testUpstreams: Upstream[] = [];
