import type { OrderRow } from 'shared/api/orderRow';
import { noAnswer, type Fact } from 'shared/declaration/fact';
import { isKnownToShow, knownFactText } from 'shared/declaration/knownFact';
import { sections, type FactsSectionId } from 'shared/declaration/sections';
import { SectionCard } from './SectionCard.tsx';
import styles from './FactsSection.module.css';

/** A section of facts of an order that is on its way: what the row of a list tells of it, and bars for the rest. */
export function KnownFacts({ id, row }: { id: FactsSectionId; row: OrderRow }) {
  const facts: readonly Fact[] = sections[id].facts;
  return (
    <SectionCard id={id}>
      <dl className={styles.facts}>
        {facts
          .filter((fact) => isKnownToShow(fact, row) === true)
          .map((fact) => (
            <div key={fact.label} className={fact.long ? styles.long : undefined}>
              <dt>{fact.label}</dt>
              <dd className={fact.mono ? styles.mono : undefined}>
                <KnownValue text={knownFactText(fact, row)} />
              </dd>
            </div>
          ))}
      </dl>
    </SectionCard>
  );
}

function KnownValue({ text }: { text: string | null | undefined }) {
  if (text === undefined) return <span className={styles.bar} />;
  return text === null ? <span className={styles.nothing}>{noAnswer}</span> : <bdi className={styles.text}>{text}</bdi>;
}
