import { Check, Copy, Flag } from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { answerText, type Fact, factText, noAnswer, shownFacts, type Question } from 'shared/declaration/fact';
import { type FactsSectionId, type Section, sections } from 'shared/declaration/sections';
import { toastError } from 'shared/desk';
import { BidiName, StatusLabel } from 'shared/kit';
import { Moment } from '../Moment.tsx';
import styles from './FactsSection.module.css';
import { EmailText, LinkButton, SectionCard } from './SectionCard.tsx';

/** The section's facts in columns, with its questions below. */
export const FactsSection = memo(function FactsSection({ id, order }: { id: FactsSectionId; order: OrderDetails }) {
  const { facts, questions }: Section & { facts: readonly Fact[] } = sections[id];
  return (
    <SectionCard id={id} order={order}>
      <dl className={styles.facts}>
        {shownFacts(facts, order).map((fact, index, shown) => (
          <div key={fact.label} id={anchorAt(index, shown)}>
            <dt>{fact.label}</dt>
            <dd className={fact.mono ? styles.mono : undefined}>
              <FactValue fact={fact} order={order} />
            </dd>
          </div>
        ))}
      </dl>
      {questions && (
        <>
          <h3 className={styles.heading}>Declarations</h3>
          <QuestionList questions={questions} order={order} />
        </>
      )}
    </SectionCard>
  );
});

/** The fact's anchor, or undefined if an earlier fact has the same one. */
const anchorAt = (index: number, facts: readonly Fact[]) => {
  const anchor = facts[index]?.anchor;
  return facts.findIndex((fact) => fact.anchor === anchor) === index ? anchor : undefined;
};

function FactValue({ fact, order }: { fact: Fact; order: OrderDetails }) {
  const text = factText(fact, order);
  if (text === null) return <span className={styles.nothing}>{noAnswer}</span>;
  if (fact.status) return <StatusLabel status={fact.status(order)} />;
  return (
    <span className={styles.text}>
      {fact.moment ? <Moment at={fact.moment(order)}>{text}</Moment> : <FactText fact={fact} text={text} />}
      {fact.copy && <CopyButton text={fact.copyText?.(order) ?? text} what={fact.label} />}
    </span>
  );
}

function FactText({ fact, text }: { fact: Fact; text: string }) {
  if (fact.email) return <EmailText email={text} />;
  if (fact.words) return <BidiName name={text} />;
  return fact.telephone ? <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a> : text;
}

interface QuestionListProps {
  questions: readonly Question[];
  order: OrderDetails;
  /** Content shown and hidden with the folded questions. */
  folded?: ReactNode;
}

/**
 * Questions and answers in two columns: first each Yes with its details, highlighted, then free texts. Questions that
 * are unanswered or answered No are folded into one line on screen, but printed in full.
 */
export function QuestionList({ questions, order, folded }: QuestionListProps) {
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const shown = shownFacts(questions, order);
  const yes = shown.filter((question) => question.answer(order) === 'yes');
  const no = shown.filter((question) => question.answer(order) === 'no');
  const unanswered = shown.filter((question) => question.answer(order) === null);
  const statements = shown.filter((question) => ![yes, no, unanswered].some((group) => group.includes(question)));
  const rows = (group: readonly Question[]) =>
    group.map((question) => <QuestionRow key={question.field} question={question} order={order} />);
  const counts = [
    no.length > 0 && `${no.length} answered No`,
    unanswered.length > 0 && `${unanswered.length} not answered`,
  ].filter(Boolean);
  return (
    <>
      <dl className={styles.questions}>
        {rows(yes)}
        {rows(statements)}
      </dl>
      {counts.length > 0 && (
        <>
          <p className={styles.fold}>
            {counts.join(', ')} ·{' '}
            <LinkButton aria-expanded={unfolded} aria-controls={id} onClick={() => setUnfolded(!unfolded)}>
              {unfolded ? 'Hide' : 'Show'}
            </LinkButton>
          </p>
          <div id={id} hidden={!unfolded} className={styles.folded}>
            <dl className={styles.questions}>{rows([...no, ...unanswered])}</dl>
            {folded}
          </div>
        </>
      )}
    </>
  );
}

function QuestionRow({ question, order }: { question: Question; order: OrderDetails }) {
  const { field, text, answer, details } = question;
  const value = answer(order);
  const detailLine = details?.(order).join(', ');
  const yes = value === 'yes';
  const isFreeText = value !== null && !yes && value !== 'no';
  return (
    <div
      id={field}
      className={[styles.row, yes && styles.yes, (detailLine || isFreeText) && styles.wide].filter(Boolean).join(' ')}
    >
      <dt>{text}</dt>
      <dd className={yes || isFreeText ? undefined : styles.no}>
        {yes && <Flag size={14} strokeWidth={2} aria-hidden />}
        <span className={isFreeText ? styles.statement : undefined}>
          {answerText(value) ?? noAnswer}
          {detailLine && (
            <>
              : <BidiName name={detailLine} />
            </>
          )}
        </span>
      </dd>
    </div>
  );
}

const shownForMs = 1500;

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), shownForMs);
    } catch {
      // The Clipboard API needs a secure context and the browser's permission.
      toastError('Your browser blocked copying. Select the text and copy it.');
    }
  };

  return (
    <>
      <button type="button" className={styles.copy} aria-label={`Copy ${what}`} title="Copy" onClick={copy}>
        {copied ? <Check size={13} aria-hidden className={styles.done} /> : <Copy size={13} aria-hidden />}
      </button>
      <span role="status" className="visually-hidden">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
