import { join } from 'node:path';

// A test of whole processes starts three or more, and reading our TypeScript is half of the work of a start: those of one run share what
// is compiled. The tests' own process does not, or it would write to the folder of the run as it ends, when that is gone.
process.env.NODE_COMPILE_CACHE = join(process.env.GATEHOUSE_TEST_RUN ?? '', 'compiled');
