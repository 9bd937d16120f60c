// Tests of a box open a store each, and SQLite waits for the disk whenever it says so: in memory that takes no time. Those of whole
// processes stay on the disk.
process.env.TMPDIR = process.env.GATEHOUSE_TEST_MEMORY ?? process.env.TMPDIR;
