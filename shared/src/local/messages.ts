import type { LocalKind } from './client.ts';
import {
  controllerBeaconMessage,
  controllerCommandMessage,
  controllerConfirmMessage,
  controllerReportMessage,
  controllerStateMessage,
} from './controller.ts';
import { readerPresentMessage, readerResultMessage } from './reader.ts';

/** Every message between the box and the clients of its own broker. The broker's rights and the tests of both ends are read off this list. */
export const LOCAL_MESSAGES = [
  controllerBeaconMessage,
  controllerStateMessage,
  controllerReportMessage,
  controllerCommandMessage,
  controllerConfirmMessage,
  readerPresentMessage,
  readerResultMessage,
] as const;

/** Whether clients of this kind have such a message in this direction. */
export const isLocalMessage = (kind: LocalKind, direction: 'up' | 'down', name: string): boolean =>
  LOCAL_MESSAGES.some((message) => message.kind === kind && message.direction === direction && message.name === name);
