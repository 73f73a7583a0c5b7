import { useEffect, useRef, useState } from 'react';

/** An A4 sheet's width in CSS pixels, and what stays free on both sides of it. */
const sheetWidth = 794;
const margins = 48;

/** How large a sheet may be in what it lies on: 1 is its own size, and the most. */
export function useSheetZoom() {
  const desk = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const watch = new ResizeObserver(([seen]) => {
      const width = seen?.target.clientWidth ?? 0;
      if (width > margins) setZoom(Math.min(1, (width - margins) / sheetWidth));
    });
    if (desk.current) watch.observe(desk.current);
    return () => watch.disconnect();
  }, []);
  return { desk, zoom };
}
