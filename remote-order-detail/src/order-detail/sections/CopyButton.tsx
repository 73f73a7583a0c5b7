import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toastError } from 'shared/desk';
import styles from './CopyButton.module.css';

const shownFor = 1500;

/** Copies a value that gets typed elsewhere, and says so where it stands. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers lend the clipboard to secure pages only.
      toastError(`The browser did not allow copying. Select the ${what.toLowerCase()} and copy it.`);
    }
  };

  return (
    <>
      <button type="button" className={styles.copy} aria-label={`Copy ${what}`} title="Copy" onClick={copy}>
        {copied ? <Check size={13} aria-hidden className={styles.done} /> : <Copy size={13} aria-hidden />}
      </button>
      <span role="status" className={styles.said}>
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
