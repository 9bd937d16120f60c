import type { ChildProcess } from 'node:child_process';
import { type GymAnswer, GymAsk } from '@gatehouse/shared/gym/gym-host.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { readableFailure } from '../readable-failure.ts';
import { type StartedGym, startGym } from './start-gym.ts';

/** Opens gyms for a program of ours, and kills and starts their processes as it asks. */
export const hostGyms = (child: ChildProcess, clock: Clock): { close(): Promise<void> } => {
  const gyms: StartedGym[] = [];
  const answerTo = async (asked: GymAsk): Promise<Omit<GymAnswer, 'id'>> => {
    if (asked.ask === 'open') {
      const gym = await startGym(asked, clock);
      gyms.push(gym);
      return { opened: { gym: gyms.length - 1, place: gym.place } };
    }
    const gym = gyms[asked.gym];
    if (asked.ask === 'close') await gym?.close();
    else if (asked.ask === 'disk') await gym?.disk(asked.state);
    else await gym?.process(asked.which, asked.act, asked.clock);
    return {};
  };
  child.on('message', (message) => {
    const asked = GymAsk.safeParse(message);
    if (!asked.success) return;
    const { id } = asked.data;
    void answerTo(asked.data)
      .catch((error: unknown) => ({ error: readableFailure(error) }))
      .then((answer) => {
        if (child.connected) child.send({ id, ...answer } satisfies GymAnswer);
      });
  });
  return {
    close: async () => {
      for (const gym of gyms) await gym.close();
    },
  };
};
