import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Gpio } from 'onoff';

export const ROOT = '/sys/class/gpio';

/** What is needed of onoff, and of the files beside it. */
export interface GpioSysfs {
  /** The package's own class. Its constructor exports the line, its `unexport` ends that. */
  readonly Gpio: typeof Gpio;
  names(folder: string): readonly string[];
  /** Throws Node's own error where there is none. */
  readText(path: string): string;
  exists(path: string): boolean;
}

/** A variable, so that no bundler takes along what only runs with a part that is compiled where it is wanted. */
const PACKAGE: string = 'onoff';

/** Loads onoff. Rejects in words where it cannot be: it comes with a part, epoll, that has to be compiled. */
export const loadSysfs = async (
  load: (name: string) => Promise<unknown> = (name) => import(name),
): Promise<GpioSysfs> => {
  let loaded: { readonly Gpio: typeof Gpio };
  try {
    loaded = (await load(PACKAGE)) as { readonly Gpio: typeof Gpio };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0]?.replace(/ Tried:$/, '') ?? '') : String(error);
    if (/epoll|bindings/.test(why))
      throw new Error(
        `onoff needs the package epoll to be compiled: run "npm rebuild epoll --ignore-scripts=false" where the agent is installed (python3, make and a C++ compiler are needed), or use a bus of kind gpio (${why})`,
      );
    throw new Error(`the package onoff is not installed: install onoff 6.0.3, or use a bus of kind gpio (${why})`);
  }
  return {
    Gpio: loaded.Gpio,
    names: (folder) => readdirSync(folder),
    readText: (path) => readFileSync(path, 'utf8'),
    exists: existsSync,
  };
};
