import { useEffect, useRef, useState } from 'react';

/** Takes a file that is dropped anywhere on the page. Tells whether one is being dragged over it. */
export function usePageDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });

  useEffect(() => {
    const dragged = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Else the browser would show the file in place of the page.
      event.preventDefault();
      const hasLeft = event.type === 'dragleave' && event.relatedTarget === null;
      setOver(event.type !== 'drop' && !hasLeft);
      const [file] = event.type === 'drop' ? event.dataTransfer.files : [];
      if (file) latest.current(file);
    };
    const kinds = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;
    for (const kind of kinds) window.addEventListener(kind, dragged);
    return () => kinds.forEach((kind) => window.removeEventListener(kind, dragged));
  }, []);

  return over;
}
