import type { AnyComponent } from 'preact';
import lazy from 'preact-iso/lazy';
import { exec } from 'preact-iso/router';
import { NotLoaded } from './broken.tsx';

/** A component whose script is loaded when it is first drawn, or told to. */
export type Later<Component> = Component & { readonly preload?: () => Promise<unknown> };

/** What a module calls so. A script that does not come is not waited for: that is said in its place. */
export const later = <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazy<Module[Name] | typeof NotLoaded>(() =>
    load().then(
      (module) => module[name],
      () => NotLoaded,
    ),
  ) as Module[Name] & {
    readonly preload: () => Promise<unknown>;
  };

/** Each page of a console with the pattern of its address. */
export type PagesByPath = readonly (readonly [path: string, page: Later<AnyComponent<object>>])[];

/** Loads the page of an address while it is still asked who is there: one wait instead of two. */
export const preloadPage = (pages: PagesByPath, address: string): void => {
  const matching = pages.find(([path]) => exec(address, path) !== undefined);
  void matching?.[1].preload?.();
};
