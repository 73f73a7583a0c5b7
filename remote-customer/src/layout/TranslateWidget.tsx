import { Globe } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './TranslateWidget.module.css';

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

/**
 * The external translate widget. Its script's address is a setting, which the page carries as
 * `<meta name="translate-script" content="…">`; without one, or when it cannot be reached, nothing happens. The widget is
 * started as Google's element is: the script calls `googleTranslateElementInit`, and the element goes into our place. A
 * widget of another make may fill `#google_translate_element` by itself.
 */
const placeId = 'google_translate_element';

interface TranslateWindow extends Window {
  googleTranslateElementInit?: () => void;
  google?: { translate: { TranslateElement: new (options: { pageLanguage: string }, placeId: string) => unknown } };
}

let place: HTMLElement | undefined;
let isStarted = false;

/** The one element that the widget fills: made once, since the widget does not survive that it is replaced. */
function translateWidgetPlace(): HTMLElement {
  if (!place) {
    place = document.createElement('div');
    place.id = placeId;
  }
  return place;
}

/** Loads the widget's script, once per page; its place must be in the document. */
function startTranslateWidget() {
  const address = document.querySelector<HTMLMetaElement>('meta[name="translate-script"]')?.content;
  if (!address || isStarted) return;
  isStarted = true;
  followDirection();
  const page = window as TranslateWindow;
  page.googleTranslateElementInit = () => {
    const Element = page.google?.translate.TranslateElement;
    if (Element) new Element({ pageLanguage: document.documentElement.lang || 'en' }, placeId);
  };
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
}

/** Languages that are written from right to left, as the widget's codes name them. */
const rightToLeft = ['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** The widget says the page's language as it turns it, and some also the direction: the page is laid out that way round. */
function followDirection() {
  const root = document.documentElement;
  const follow = () => {
    const isTurned = root.classList.contains('translated-rtl') || rightToLeft.includes(root.lang.split('-')[0]!);
    root.dir = isTurned ? 'rtl' : 'ltr';
  };
  new MutationObserver(follow).observe(root, { attributeFilter: ['lang', 'class'] });
}
