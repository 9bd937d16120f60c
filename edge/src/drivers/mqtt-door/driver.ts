import { randomBytes } from 'node:crypto';
import { BoardError, type BusDriver, type RelayBoard } from '../driver.ts';
import { mqttBoard } from './board.ts';
import { MqttDoorConfig } from './config.ts';
import { createDialogue, type Dialogue } from './dialogue.ts';

/** Door controllers that are clients of the box's own broker. */
export const mqttDoor: BusDriver<MqttDoorConfig> = {
  kind: 'mqtt',
  config: MqttDoorConfig,
  open: ({ controllers, answerWithinMs }, { clock, local }) => {
    if (local === undefined) throw new Error('this box has no broker: the configuration needs `broker`');
    const run = randomBytes(6).toString('base64url');
    let asked = 0;
    const newId = () => `${run}-${(asked++).toString(36)}`;
    const dialogues = new Map<number, Dialogue>(
      Object.entries(controllers).map(([unit, client]) => [
        Number(unit),
        createDialogue({ client, local, clock, answerWithinMs, newId }),
      ]),
    );
    return {
      board: (unit) => {
        const client = controllers[String(unit)];
        const dialogue = dialogues.get(unit);
        return client === undefined || dialogue === undefined ? absent(unit) : mqttBoard(client, dialogue, newId);
      },
      close: async () => {
        for (const dialogue of dialogues.values()) dialogue.close();
      },
    };
  },
};

const absent = (unit: number): RelayBoard => {
  const gone = () => Promise.reject(new BoardError('gone', false, `no controller is named for unit ${unit}`));
  return { set: gone, pulse: gone, readCoils: gone, readInputs: gone };
};
