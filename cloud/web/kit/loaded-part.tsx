import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { NotLoaded } from './broken.tsx';

/** A part of a page whose script is loaded once it is drawn: what stands beside it is there at once, and works. */
export const loadedPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const known = async (): Promise<ComponentType<Props>> => {
    loading ??= load().catch(() => NotLoaded);
    loaded = await loading;
    return loaded;
  };
  return (props: Props) => {
    const [Part, show] = useState(() => loaded);
    useEffect(() => {
      if (Part === undefined) void known().then((part) => show(() => part));
    }, []);
    return Part === undefined ? null : <Part {...props} />;
  };
};
