/** What the cloud tells a browser, as its worker shows it. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Where a click leads: a path of our own. */
  readonly path: string;
}

const HOME = '/ops';

/** A path of our own, whatever was sent: a click leads nowhere else. */
const ownPath = (url: unknown): string => {
  if (typeof url !== 'string' || !URL.canParse(url, 'https://console.invalid')) return HOME;
  const { hostname, pathname, search, hash } = new URL(url, 'https://console.invalid');
  return hostname === 'console.invalid' ? `${pathname}${search}${hash}` : HOME;
};

/** Reads a push. A browser that is told shows something in any case, else its vendor shows a word of its own. */
export const noticeOf = (read: () => unknown): Notice => {
  try {
    const { title, body, url } = Object(read()) as Readonly<Record<string, unknown>>;
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    return { title: text(title) || 'Gatehouse', body: text(body), path: ownPath(url) };
  } catch {
    return { title: 'Gatehouse', body: '', path: HOME };
  }
};
