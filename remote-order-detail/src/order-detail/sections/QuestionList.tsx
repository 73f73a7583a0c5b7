import { Flag } from 'lucide-react';
import type { OrderDetails } from 'shared/api/orderDetails';
import { answerText } from 'shared/declaration/answerText';
import { noAnswer, shownOf } from 'shared/declaration/fact';
import type { Question } from 'shared/declaration/question';
import { BidiName } from 'shared/kit';
import styles from './QuestionList.module.css';

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

function QuestionRow({
  question: { field, text, answer, details },
  order,
}: {
  question: Question;
  order: OrderDetails;
}) {
  const given = answer(order);
  const told = details?.(order).join(', ');
  const yes = given === 'yes';
  const ofItsOwn = given !== null && !yes && given !== 'no';
  return (
    <div
      id={field}
      className={[styles.row, yes && styles.yes, (told || ofItsOwn) && styles.long].filter(Boolean).join(' ')}
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
