/** For the environment of a cloud whose ports the system chooses, so that it stands in nobody's way: what it took, its ready message says. */
export const ANY_PORTS = {
  PARTNER_PORT: '0',
  DEVICE_PORT: '0',
  PLATFORM_PORT: '0',
  CONSOLE_PORT: '0',
  UNIFIED_PORT: '0',
  INFERENCE_PORT: '0',
  BROKER_PORT: '0',
} as const;
