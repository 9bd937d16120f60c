/** Of which build the page is that stands there. */
export const pageBuild = (): string => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? '';
