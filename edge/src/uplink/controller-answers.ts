import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { upTopic } from '@gatehouse/shared/wire/message.ts';
import { controllerTestedMessage } from '@gatehouse/shared/wire/network-controller.ts';
import type { NetworkController } from '../network/network-controller.ts';

/** Says what came of a test of the network controller. An answer that finds no connection is none: nobody waits for it later. */
export const controllerAnswers =
  (deps: {
    readonly boxId: BoxId;
    readonly networkController: NetworkController;
    readonly publish: (topic: string, payload: unknown) => boolean;
  }) =>
  ({ id }: { readonly id: string }): void => {
    const topic = upTopic(deps.boxId, controllerTestedMessage.name);
    void deps.networkController.test().then((tested) => deps.publish(topic, { v: 1, id, ...tested }));
  };
