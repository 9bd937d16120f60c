import { createServer, type TLSSocket } from 'node:tls';
import { listen } from '@gatehouse/shared/net/listen.ts';
import { Aedes } from 'aedes';

export interface Published {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/** A real MQTT broker over TLS, for tests; its fields change what it lets in. */
export const fakeBroker = async (tls: { keyPem: string; certificatePem: string }) => {
  const broker = await Aedes.createBroker();
  const sockets = new Set<TLSSocket>();
  const state = {
    passwords: [] as string[],
    connected: 0,
    letIn: true,
    grant: true,
    received: [] as Published[],
    sockets,
  };
  broker.authenticate = (_client, _username, password, done) => {
    state.passwords.push(password?.toString() ?? '');
    done(null, state.letIn);
  };
  broker.authorizeSubscribe = (_client, subscription, done) => done(null, state.grant ? subscription : null);
  broker.on('clientReady', () => void state.connected++);
  broker.on('publish', ({ topic, payload, retain }) => {
    if (topic.startsWith('gh/')) state.received.push({ topic, payload: payload.toString(), retain });
  });
  const server = createServer({ key: tls.keyPem, cert: tls.certificatePem, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    broker.handle(socket);
  });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    state,
    url: `mqtts://127.0.0.1:${port}`,
    publish: (topic: string, payload: unknown, retain = false) =>
      new Promise<void>((resolve, reject) => {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
        broker.publish({ cmd: 'publish', topic, payload: text, qos: 1, retain, dup: false }, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      server.close();
    },
  };
};
