import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PackLetter } from 'shared/api/defencePackCalls';
import { useAfter } from 'shared/kit/base';
import styles from './Letter.module.css';

interface LetterDeskProps {
  /** What will lie on it is on its way. */
  busy: boolean;
  children: ReactNode;
}

/** What the sheet lies on: as wide as there is room, at most in its own size. It scrolls by keys. */
export function LetterDesk({ busy, children }: LetterDeskProps) {
  const { desk, zoom } = useSheetZoom();
  const late = useAfter(busy);
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

/** An A4 sheet's width in CSS pixels, and what stays free on both sides of it. */
const sheetWidth = 794;
const margins = 48;

/** How large a sheet may be in what it lies on: 1 is its own size, and the most. */
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

/** How many bars stand for each part of the letter. */
const parts = { title: 2, facts: 12, summary: 5, timeline: 9, exhibits: 6 } as const;

/** The sheet while its letter is on its way: bars where its parts will be. */
function LetterSkeleton() {
  return (
    <div className={styles.letterSkeletonSheet} data-theme="light" data-testid="skeleton" aria-hidden>
      {Object.entries(parts).map(([part, bars]) => (
        <div key={part} className={part === 'facts' ? styles.letterSkeletonFacts : styles.part}>
          {Array.from({ length: bars }, (_, index) => (
            <span key={index} className={styles.bar} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The letter, which is page 1 of the pack's PDF: the same texts in the same order. Paper is white in every theme. */
export function Letter({ letter }: { letter: PackLetter }) {
  const sheet = useFit(letter);
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
            <dd dir="auto">{said}</dd>
          </div>
        ))}
      </dl>
      <h4>Summary</h4>
      <ol className={styles.summary}>
        {letter.summary.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <LetterTables letter={letter} />
      <LetterFoot foot={letter.foot} />
    </article>
  );
}

/** What happened when, with the exhibit that shows it, and where each exhibit is. */
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
              <td dir="auto">{what}</td>
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

/** At the foot of the sheet: which pack of which order, when and by whom it was made, the page, and the history's hash. */
function LetterFoot({ foot: { pack, made, page, hash } }: Pick<PackLetter, 'foot'>) {
  return (
    <footer className={styles.foot}>
      <span>{pack}</span>
      <span dir="auto">{made}</span>
      <span>{page}</span>
      <span className={styles.hash}>{hash}</span>
    </footer>
  );
}

/** Sizes of its letters that a sheet may have, as parts of their own. */
const sizes = [1, 0.97, 0.94, 0.91, 0.88, 0.85, 0.82, 0.78, 0.74, 0.7];

/**
 * Sets what a sheet says as small as it must be to stand on one page: the PDF, whose first page it is, is set by other
 * fonts, so a line may break elsewhere here. The ref is the sheet's, which measures itself when `content` changes.
 */
function useFit(content: unknown) {
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
    // A font that comes later has other widths.
    void document.fonts?.ready.then(fit);
  }, [content]);
  return sheet;
}
