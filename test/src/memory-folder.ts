// A box opens a store, and SQLite waits for the disk whenever it says so: in memory that takes no time. A process that is killed leaves
// there what it would have left on a disk; what a cut of power leaves is no matter of folders.
process.env.TMPDIR = process.env.GATEHOUSE_TEST_MEMORY ?? process.env.TMPDIR;
