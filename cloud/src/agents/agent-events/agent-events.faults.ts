import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const agentEventsFaults = defineFaults({
  agent_refused: {
    status: 401,
    blame: 'caller',
    retry: 'never',
    title: 'This is no AI agent that may have a token',
    help: 'Send the UUID of the device and its secret as HTTP Basic. The device must be registered at a facility as core-ai-agent; its secret was shown once, when it was registered, and counts until it is registered anew or reset.',
  },
  target_refused: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'The user has no access to this device',
    help: 'An AI agent tells things to its owner, and to users who hold a right where it stands. A user who does not exist is answered alike.',
  },
  no_target: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'The device has no owner to tell',
    help: 'Name a user in userId, or have staff give the device an owner.',
  },
  image_not_yours: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'imageUrl is no image of this device',
    help: 'imageUrl must be the address that POST /ai/media/notify-image answered to this device, not more than 7 days ago. Other addresses are never shown.',
  },
  device_limit_exceeded: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'The device has told too much in a short time',
    help: 'A device may make 10 calls of this kind at once, and one more every 6 seconds; the other kinds have limits of their own. Nothing of this call was carried out. Wait as long as Retry-After says.',
  },
});
export const agentEventsFault = faultsOf(agentEventsFaults);
