import type { OrderDetails } from 'shared/api/orderDetails';
import { BidiName } from 'shared/kit/text/BidiName';
import { StatusLabel } from 'shared/kit/status/StatusLabel';
import { CopyButton } from './CopyButton.tsx';
import { EmailText } from './EmailText.tsx';
import { factText, type Fact } from './facts.ts';
import { SectionCard } from './SectionCard.tsx';
import styles from './FactsSection.module.css';

interface FactsSectionProps {
  id: string;
  title: string;
  facts: readonly Fact[];
  order: OrderDetails;
}

/** A section that is a table of facts: four abreast, label over value. */
export function FactsSection({ id, title, facts, order }: FactsSectionProps) {
  return (
    <SectionCard id={id} title={title}>
      <dl className={styles.facts}>
        {facts
          .filter(({ shown }) => shown?.(order) ?? true)
          .map((fact) => (
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
  if (text === null) return <span className={styles.nothing}>-</span>;
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
