import type { CustomerMessage } from 'shared/api/customerCalls';
import { fileDescription } from '../fileDescription.ts';
import { yourTime } from '../momentTexts.ts';
import styles from './MessageList.module.css';

/** What we asked and what the customer answered, oldest first: also the proof that an answer was received. */
export function MessageList({ messages }: { messages: readonly CustomerMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className={styles.list} role="list">
        {messages.map(({ id, from, at, text, file }) => (
          <li key={id} className={from === 'you' ? styles.yours : styles.ours}>
            <p className={styles.head}>
              <b>{from === 'you' ? 'You wrote' : 'We asked'}</b>
              <span>{from === 'you' ? `Received ${yourTime(at)}` : yourTime(at)}</span>
            </p>
            {text && (
              <p className={styles.text} dir="auto">
                {text}
              </p>
            )}
            {file && (
              <p className={styles.file}>
                <bdi translate="no">{file.name}</bdi>
                <span>{fileDescription(file)}</span>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
