import type { OutgoingSms, ProvidedSms, SmsProvider } from '../sms-provider.ts';

/** A provider in memory that takes whatever it is given, or does as a test says. Signs with `signed`. */
export const scriptedSms = () => {
  const taken: (OutgoingSms & ProvidedSms)[] = [];
  const take = (sms: OutgoingSms): ProvidedSms => {
    const provided = { id: `SM${String(taken.length + 1).padStart(32, '0')}`, state: 'sent', error: null } as const;
    taken.push({ ...sms, ...provided });
    return provided;
  };
  /** What becomes of a request: by default it is taken and answered. */
  const on: { send: (sms: OutgoingSms) => Promise<ProvidedSms>; find: () => Promise<void> } = {
    send: async (sms) => take(sms),
    find: async () => undefined,
  };
  const provider: SmsProvider = {
    hooksUrl: () => 'https://hooks.example',
    send: (sms) => on.send(sms),
    find: async ({ to, text }) => {
      await on.find();
      return taken
        .filter((one) => one.to === to && one.text === text)
        .map(({ id, state, error }) => ({ id, state, error }));
    },
    isSigned: async ({ signature }) => signature === 'signed',
  };
  return { provider, taken, take, on };
};
