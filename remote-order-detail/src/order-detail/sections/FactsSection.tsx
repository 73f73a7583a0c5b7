import { Check, Copy, Flag } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { answerText } from 'shared/declaration/answerText';
import { type Fact, factText, noAnswer, shownOf } from 'shared/declaration/fact';
import type { Question } from 'shared/declaration/question';
import { type FactsSectionId, type Section, sections } from 'shared/declaration/sections';
import { toastError } from 'shared/desk';
import { BidiName, StatusLabel } from 'shared/kit';
import styles from './FactsSection.module.css';
import { EmailText, SectionCard } from './SectionCard.tsx';

/** A section that is a table of facts: four abreast, label over value. What was asked stands below. */
export const FactsSection = memo(function FactsSection({ id, order }: { id: FactsSectionId; order: OrderDetails }) {
  const { facts, questions }: Section & { facts: readonly Fact[] } = sections[id];
  return (
    <SectionCard id={id} order={order}>
      <dl className={styles.facts}>
        {shownOf(facts, order).map((fact, index, shown) => (
          <div key={fact.label} id={anchorAt(index, shown)} className={fact.long ? styles.long : undefined}>
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

/** Of several facts with one anchor the first has it. */
const anchorAt = (index: number, facts: readonly Fact[]) => {
  const anchor = facts[index]?.anchor;
  return facts.findIndex((fact) => fact.anchor === anchor) === index ? anchor : undefined;
};

function FactValue({ fact, order }: { fact: Fact; order: OrderDetails }) {
  const text = factText(fact, order);
  if (text === null) return <span className={styles.nothing}>{noAnswer}</span>;
  if (fact.status) return <StatusLabel status={fact.status(order)} />;
  return (
    <span className={styles.value}>
      <span className={styles.text}>
        <FactText fact={fact} text={text} />
      </span>
      {fact.copy && <CopyButton text={text} what={fact.label} />}
    </span>
  );
}

function FactText({ fact, text }: { fact: Fact; text: string }) {
  if (fact.email) return <EmailText email={text} />;
  if (fact.words) return <BidiName name={text} />;
  return fact.telephone ? <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a> : text;
}

/** Questions and their answers in two columns: a No is grey, a Yes bold on a warm row, with what it stands for. */
export function QuestionList({ questions, order }: { questions: readonly Question[]; order: OrderDetails }) {
  return (
    <dl className={styles.questions}>
      {shownOf(questions, order).map((question) => (
        <QuestionRow key={question.field} question={question} order={order} />
      ))}
    </dl>
  );
}

function QuestionRow({ question, order }: { question: Question; order: OrderDetails }) {
  const { field, text, answer, details } = question;
  const given = answer(order);
  const told = details?.(order).join(', ');
  const yes = given === 'yes';
  const ofItsOwn = given !== null && !yes && given !== 'no';
  return (
    <div
      id={field}
      className={[styles.row, yes && styles.yes, (told || ofItsOwn) && styles.wide].filter(Boolean).join(' ')}
    >
      <dt>{text}</dt>
      <dd className={yes || ofItsOwn ? undefined : styles.no}>
        {yes && <Flag size={14} strokeWidth={2} aria-hidden />}
        <span className={ofItsOwn ? styles.statement : undefined}>
          {answerText(given) ?? noAnswer}
          {told && (
            <>
              : <BidiName name={told} />
            </>
          )}
        </span>
      </dd>
    </div>
  );
}

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
