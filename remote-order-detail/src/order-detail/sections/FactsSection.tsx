import type { OrderDetails } from 'shared/api/orderDetails';
import { factsOf, factText, noAnswer, type Fact } from 'shared/declaration/fact';
import { sections, type FactsSectionId } from 'shared/declaration/sections';
import { BidiName, StatusLabel } from 'shared/kit';
import { CopyButton } from './CopyButton.tsx';
import { EmailText } from './EmailText.tsx';
import { SectionCard } from './SectionCard.tsx';
import styles from './FactsSection.module.css';

/** A section that is a table of facts: four abreast, label over value. */
export function FactsSection({ id, order }: { id: FactsSectionId; order: OrderDetails }) {
  return (
    <SectionCard id={id}>
      <dl className={styles.facts}>
        {factsOf(sections[id].facts, order).map((fact) => (
          <div key={fact.label} className={fact.long ? styles.long : undefined}>
            <dt>{fact.label}</dt>
            <dd className={fact.mono ? styles.mono : undefined}>
              <FactValue fact={fact} order={order} />
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

function FactValue({ fact, order }: { fact: Fact; order: OrderDetails }) {
  const text = factText(fact, order);
  if (text === null) return <span className={styles.nothing}>{noAnswer}</span>;
  if (fact.status) return <StatusLabel status={fact.status(order)} />;
  return (
    <span className={styles.value}>
      <span className={styles.text}>
        {fact.email ? <EmailText email={text} /> : fact.words ? <BidiName name={text} /> : text}
      </span>
      {fact.copy && <CopyButton text={text} what={fact.label} />}
    </span>
  );
}
