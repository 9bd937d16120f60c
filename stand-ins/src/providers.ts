import type { Load } from './kit/host.ts';

/** Who can be played. A port of the demo has one of these names. */
export const PROVIDERS: Readonly<Record<string, Load>> = {
  listings: async (clock) => (await import('./listings/listings.ts')).createListings({ clock }),
  mail: async (clock) => (await import('./mail/mail.ts')).createMail({ clock }),
  models: async (clock) => (await import('./models/models.ts')).createModels({ clock }),
  'network-controller': async (clock) =>
    (await import('./network-controller/network-controller.ts')).createNetworkController({ clock }),
  openid: async (clock) => (await import('./openid/openid.ts')).createOpenIdProvider({ clock }),
  payproc: async (clock) => (await import('./payproc/payproc.ts')).createPayproc({ clock }),
  push: async (clock) => (await import('./push/push.ts')).createPushService({ clock }),
  s3: async (clock) => (await import('./s3/bucket.ts')).createBucket({ clock }),
  store: async (clock) => (await import('./store/store.ts')).createStore({ clock }),
  sms: async (clock) => (await import('./sms/sms.ts')).createSms({ clock }),
  tsa: async (clock) => (await import('./tsa/tsa.ts')).createTsa({ clock }),
  weather: async (clock) => (await import('./weather/weather.ts')).createWeather({ clock }),
};
