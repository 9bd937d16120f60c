import { noticeOf } from './push-notice.ts';

/** What a worker has that a page has not, as far as it is used here: its own types cannot stand beside those of pages. */
interface Awaited {
  waitUntil(work: Promise<unknown>): void;
}
interface PushTold extends Event, Awaited {
  readonly data: { json(): unknown } | null;
}
interface NoticeClicked extends Event, Awaited {
  readonly notification: Notification;
}
interface OpenPage {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Worker {
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
}
const worker = globalThis as unknown as Worker;

// It shows what it is told, and does nothing else: no page is answered by it, and none is kept.
addEventListener('push', (event) => {
  const told = event as PushTold;
  const { title, body, path } = noticeOf(() => told.data?.json());
  told.waitUntil(worker.registration.showNotification(title, { body, data: path, tag: path }));
});

const show = async (path: string): Promise<void> => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => url === new URL(path, location.origin).href);
  await (open === undefined ? worker.clients.openWindow(path) : open.focus());
};
addEventListener('notificationclick', (event) => {
  const clicked = event as NoticeClicked;
  clicked.notification.close();
  clicked.waitUntil(show(String(clicked.notification.data)));
});
