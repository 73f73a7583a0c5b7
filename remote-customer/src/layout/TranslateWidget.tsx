import { Globe } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './TranslateWidget.module.css';
import { startTranslateWidget, translateWidgetPlace } from './translateScript.ts';

/** The language line: there only once the external widget has put its selector into it. */
export function TranslateWidget() {
  const [isThere, setThere] = useState(false);
  const slot = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const place = translateWidgetPlace();
    slot.current?.append(place);
    const look = () => setThere(place.hasChildNodes());
    const observer = new MutationObserver(look);
    observer.observe(place, { childList: true });
    look();
    startTranslateWidget();
    return () => observer.disconnect();
  }, []);

  return (
    <div className={styles.line} hidden={!isThere}>
      <div className={styles.wrap}>
        <Globe size={17} strokeWidth={1.75} aria-hidden />
        <span>Language</span>
        <div ref={slot} className={styles.slot} />
      </div>
    </div>
  );
}
