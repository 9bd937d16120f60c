import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePageTools } from './page-tools.ts';

/**
 * What is drawn, and so asked for, once it comes into view, and nothing else is being
 * asked: a page that still waits for what stands above is short, and everything on it seems to be in view. It stays drawn.
 */
export const WhenInView = ({ children }: { readonly children: () => ComponentChildren }) => {
  const { queries } = usePageTools();
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    let isInView = false;
    const look = (): void => {
      if (isInView && queries.isFetching() === 0) setSeen(true);
    };
    // What was answered just now is drawn in the next frame, asks what it needs, and is measured in the one after.
    const lookSoon = (): unknown => requestAnimationFrame(() => requestAnimationFrame(look));
    const observer = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting === true;
      lookSoon();
    });
    observer.observe(place.current);
    const stop = queries.getQueryCache().subscribe(lookSoon);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [queries]);
  return <div ref={place}>{seen && children()}</div>;
};
