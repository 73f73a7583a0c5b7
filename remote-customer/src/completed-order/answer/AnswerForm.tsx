import { useRef, type FormEvent } from 'react';
import { longestMessage } from 'shared/api/customerCalls';
import { count } from 'shared/format/count';
import { shownFileName } from 'shared/format/fileName';
import type { CallError, Send } from 'shared/api/send';
import controls from '../../layout/controls.module.css';
import { Note } from '../../layout/Note.tsx';
import { TextField } from '../../layout/TextField.tsx';
import { AnswerFile } from './AnswerFile.tsx';
import styles from './AnswerForm.module.css';
import { useAnswer } from './useAnswer.ts';

interface AnswerFormProps {
  orderId: string;
  question: string | null;
  limitMb: number;
  send: Send;
  onSent: () => void;
  leave: (error: CallError) => void;
}

/** A short answer, a photo or PDF, or both (rules 16.42). */
export function AnswerForm(props: AnswerFormProps) {
  const answer = useAnswer(props);
  const isSending = answer.progress !== null;
  const send = useRef<HTMLButtonElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    void answer.submit();
  }

  function sendWithoutFile() {
    // The pressed button leaves with its question.
    send.current?.focus();
    void answer.submit(true);
  }

  return (
    <form noValidate aria-label="Your answer" className={styles.form} onSubmit={submit}>
      <TextField
        input={answer.fields.text}
        name="text"
        label="Your answer"
        hint={`In any language, at most ${count(longestMessage)} characters`}
        rows={4}
        isOptional
        readOnly={isSending}
        value={answer.text}
        error={answer.errors.text}
        onChange={answer.write}
        onLeave={answer.checkText}
      />
      <AnswerFile
        button={answer.fields.messageFile}
        file={answer.file}
        lostFile={answer.lostFile}
        limitMb={props.limitMb}
        error={answer.errors.messageFile}
        progress={answer.progress}
        onChoose={(file) => void answer.choose(file)}
      />
      {answer.notSent && (
        <Note kind="error" role="alert">
          {answer.notSent}
        </Note>
      )}
      {answer.asksWithoutLost && answer.lostFile && (
        <Note kind="warning" role="alert">
          Send without {shownFileName(answer.lostFile)}?{' '}
          <button type="button" className={controls.link} onClick={sendWithoutFile}>
            Send without it
          </button>
        </Note>
      )}
      <button ref={send} type="submit" className={`${controls.filled} ${styles.submit}`} aria-disabled={isSending}>
        {isSending ? 'Sending…' : 'Send answer'}
      </button>
      {isSending && (
        <button type="button" className={controls.link} onClick={answer.cancel}>
          Cancel
        </button>
      )}
    </form>
  );
}
