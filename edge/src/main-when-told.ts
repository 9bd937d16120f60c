// An agent that begins when the process that started it says so, such as once its configuration is written. What it is made of is
// loaded meanwhile, which takes a second.
import './compose.ts';

const orphaned = (): never => process.exit(1);
process.once('disconnect', orphaned);
process.once('message', () => {
  process.off('disconnect', orphaned);
  void import('./main.ts');
});
