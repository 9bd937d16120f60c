/** Names the one engine that the tests of a run have, if not all of them: `npm run check` sets it. */
export const ONLY_ENGINE = 'GATEHOUSE_TEST_ENGINE';
