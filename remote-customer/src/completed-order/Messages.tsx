import { FileText } from 'lucide-react';
import type { CustomerMessage } from 'shared/api/customerCalls';
import { Note } from 'shared/kit/base';
import controls from '../layout/controls.module.css';
import { atTime, fileDescription, yourTime } from './formats.ts';
import styles from './Messages.module.css';

export function MessageList({ messages }: { messages: readonly CustomerMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <ol className={styles.list} role="list">
        {messages.map(({ id, from, kind, at, seen_at: seenAt, text, file }) => (
          <li key={id} id={messageAnchor(id)} className={from === 'you' ? styles.yours : styles.ours}>
            <p className={styles.head}>
              <b>{from === 'you' ? 'You wrote' : kind === 'reply' ? 'We wrote' : 'We asked'}</b>
              <span>{from === 'you' ? `Received ${yourTime(at)}` : yourTime(at)}</span>
              {seenAt && <span>{`Seen ${atTime(seenAt).replace(/^at /, '')}`}</span>}
            </p>
            <MessageContent text={text} file={file} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Our newest message, below the page's heading. For the key, see `DownloadNote`. */
export function NewestMessage({ message: { id, at, text, file } }: { message: CustomerMessage }) {
  return (
    <Note key={id} kind="info">
      <p className={styles.head}>
        <b>Our message</b>
        <span>{yourTime(at)}</span>
      </p>
      <MessageContent text={text} file={file} />
    </Note>
  );
}

function MessageContent({ text, file }: Pick<CustomerMessage, 'text' | 'file'>) {
  return (
    <>
      {text && (
        <p className={controls.words} dir="auto">
          {text}
        </p>
      )}
      {file && (
        <p className={styles.file}>
          <FileText size={20} strokeWidth={1.75} aria-hidden />
          <bdi translate="no">{file.name}</bdi>
          <span>{fileDescription(file)}</span>
        </p>
      )}
    </>
  );
}

export const messageAnchor = (id: CustomerMessage['id']) => `message-${id}`;
