import { useConsole } from '../console.ts';

/** Whether whoever is signed in is so at a desk, where less is offered than they could do elsewhere. */
export const useAtDesk = (): boolean => {
  const now = useConsole().state.value;
  return 'session' in now && now.session.desk !== undefined;
};
