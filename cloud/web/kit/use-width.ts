import { useEffect, useState } from 'preact/hooks';

/** How wide an element is, in pixels, whenever that changes: text in a picture that is scaled is too small on a phone. */
export const useWidth = (element: { readonly current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
};
