import { memo } from 'react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { factText, noAnswer, shownOf, type Fact } from 'shared/declaration/fact';
import { sections, type FactsSectionId, type Section } from 'shared/declaration/sections';
import { BidiName, StatusLabel } from 'shared/kit';
import { CopyButton } from './CopyButton.tsx';
import { EmailText } from './EmailText.tsx';
import { QuestionList } from './QuestionList.tsx';
import { SectionCard } from './SectionCard.tsx';
import styles from './FactsSection.module.css';

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
