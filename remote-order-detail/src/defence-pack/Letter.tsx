import '@fontsource-variable/noto-sans/wght.css';
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PackLetter } from 'shared/api/defencePackCalls';
import { useDelayed } from 'shared/kit/base';
import { EmailText } from '../order-detail/sections/SectionCard.tsx';
import styles from './Letter.module.css';

export function LetterBackground({ busy, children }: { busy: boolean; children: ReactNode }) {
  const { desk, zoom } = useSheetZoom();
  const late = useDelayed(busy);
  return (
    <div
      ref={desk}
      className={styles.desk}
      style={{ '--sheet-zoom': zoom } as CSSProperties}
      tabIndex={0}
      role="region"
      aria-label="The letter, page 1 of the PDF"
      aria-busy={busy}
    >
      {busy ? late && <LetterSkeleton /> : children}
    </div>
  );
}

/** The width of A4 in CSS pixels, and the total space at its sides. */
const sheetWidth = 794;
const margins = 48;

function useSheetZoom() {
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

const parts = { title: 2, facts: 12, summary: 5, timeline: 9, exhibits: 6 } as const;

function LetterSkeleton() {
  return (
    <div className={`${styles.sheet} ${styles.skeleton}`} data-theme="light" data-testid="skeleton" aria-hidden>
      {Object.entries(parts).map(([part, bars]) => (
        <div key={part} className={part === 'facts' ? styles.skeletonFacts : styles.part}>
          {Array.from({ length: bars }, (_, index) => (
            <span key={index} className={`skeleton ${styles.bar}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Page 1 of the pack's PDF, with the same texts. White in every colour scheme. */
export function Letter({ letter }: { letter: PackLetter }) {
  const sheet = useFitToWidth(letter);
  return (
    <article ref={sheet} className={styles.sheet} data-theme="light" lang="en">
      <header className={styles.head}>
        <div>
          <p className={styles.kind}>{letter.kind}</p>
          <h3>{letter.title}</h3>
        </div>
        <p className={styles.order}>
          Order <b>{letter.order_id}</b>
        </p>
      </header>
      <h4>Dispute</h4>
      <dl className={styles.facts}>
        {letter.facts.map(({ label, said }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">
              <Said text={said} />
            </dd>
          </div>
        ))}
      </dl>
      <h4>Summary</h4>
      <ol className={styles.summary}>
        {letter.summary.map((sentence) => (
          <li key={sentence}>
            <Said text={sentence} />
          </li>
        ))}
      </ol>
      <LetterTables letter={letter} />
      <footer className={styles.foot}>
        <span>{letter.foot.pack}</span>
        <span dir="auto">{letter.foot.made}</span>
        <span>{letter.foot.page}</span>
        <span className={styles.hash}>{letter.foot.hash}</span>
      </footer>
    </article>
  );
}

/** Wraps emails as in the PDF: moves an address to the next line, or breaks an overlong one before its @. */
function Said({ text }: { text: string }) {
  return text.split(/(\S+@\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.address}>
        <EmailText email={part} />
      </span>
    ),
  );
}

function LetterTables({ letter: { timelineTitle, timeline, folded, exhibits } }: { letter: PackLetter }) {
  return (
    <>
      <h4>{timelineTitle}</h4>
      <table className={styles.timeline}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What happened</th>
            <th scope="col">Recorded by</th>
            <th scope="col">Exhibit</th>
          </tr>
        </thead>
        <tbody>
          {timeline.map(({ when, what, recordedBy, exhibit }, index) => (
            <tr key={index}>
              <td>{when}</td>
              <td dir="auto">
                <Said text={what} />
              </td>
              <td dir="auto">{recordedBy}</td>
              <td>{exhibit && <span className={styles.exhibit}>{exhibit}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {folded && <p className={styles.folded}>{folded}</p>}
      <h4>Exhibits</h4>
      <table className={styles.exhibits}>
        <thead>
          <tr>
            <th scope="col">Letter</th>
            <th scope="col">What it shows</th>
            <th scope="col">Pages</th>
          </tr>
        </thead>
        <tbody>
          {exhibits.map(({ letter, title, from, to }) => (
            <tr key={letter}>
              <td>
                <span className={styles.exhibit}>{letter}</span>
              </td>
              <th scope="row">{title}</th>
              <td>{from === to ? `page ${from}` : `pages ${from} to ${to}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The font scales to try until the letter fits its sheet. */
const sizes = [1, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.78, 0.74, 0.7];

function useFitToWidth(content: unknown) {
  const sheet = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fit = () => {
      const paper = sheet.current;
      if (!paper) return;
      for (const size of sizes) {
        paper.style.setProperty('--fit', String(size));
        if (paper.scrollHeight <= paper.clientHeight + 1) break;
      }
    };
    fit();
    // Fonts that load later change widths, so fit again.
    void document.fonts?.ready.then(fit);
  }, [content]);
  return sheet;
}
