import { Globe } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import styles from './CustomerLayout.module.css';

/**
 * The external translate widget, if `<meta name="translate-script">` has the URL of its script. The script calls
 * `googleTranslateElementInit`, as Google's does, or fills `#google_translate_element` itself.
 */
export function TranslateWidget() {
  const [isThere, setThere] = useState(false);
  const slot = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = (widget ??= Object.assign(document.createElement('div'), { id: placeId }));
    slot.current?.append(element);
    const look = () => setThere(element.hasChildNodes());
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true });
    look();
    startTranslateWidget();
    return () => observer.disconnect();
  }, []);

  return (
    <div className={styles.language} hidden={!isThere}>
      <div className={styles.wrap}>
        <Globe size={17} strokeWidth={1.75} aria-hidden />
        <span>Language</span>
        <div ref={slot} />
      </div>
    </div>
  );
}

/**
 * The language line on the staff origin, where third-party scripts are forbidden. Links to the same page on the public
 * origin, whose URL is in `<meta name="translated-pages" content="…">`.
 */
export function TranslateLink() {
  const { pathname } = useLocation();
  const origin = metaContent('translated-pages');
  if (!origin) return null;
  return (
    <div className={styles.language}>
      <div className={styles.wrap}>
        <Globe size={17} strokeWidth={1.75} aria-hidden />
        <a href={new URL(pathname, origin).href}>Read this page in another language</a>
      </div>
    </div>
  );
}

const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

const placeId = 'google_translate_element';

interface TranslateWindow extends Window {
  googleTranslateElementInit?: () => void;
  google?: { translate: { TranslateElement: new (options: { pageLanguage: string }, placeId: string) => unknown } };
}

/** Created once, because the widget breaks if its element is replaced. */
let widget: HTMLElement | undefined;
let isStarted = false;

/** Loads the script once per page. The widget's element must already be in the document. */
function startTranslateWidget() {
  const address = metaContent('translate-script');
  if (!address || isStarted) return;
  isStarted = true;
  followDirection();
  const page = window as TranslateWindow;
  page.googleTranslateElementInit = () => {
    const Element = page.google?.translate.TranslateElement;
    if (Element) new Element({ pageLanguage: document.documentElement.lang || 'en' }, placeId);
  };
  document.head.append(Object.assign(document.createElement('script'), { src: address, async: true }));
}

/** The widget's codes for languages written from right to left. */
const rightToLeft = ['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'];

/** Sets the page's `dir` from the `lang` and class that the widget sets. */
function followDirection() {
  const root = document.documentElement;
  const follow = () => {
    const isTurned = root.classList.contains('translated-rtl') || rightToLeft.includes(root.lang.split('-')[0]!);
    root.dir = isTurned ? 'rtl' : 'ltr';
  };
  new MutationObserver(follow).observe(root, { attributeFilter: ['lang', 'class'] });
}
