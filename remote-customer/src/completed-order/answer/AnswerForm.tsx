import { Camera, FileText, Paperclip } from 'lucide-react';
import { type ChangeEvent, type FormEvent, type RefObject, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { maxMessageLength } from 'shared/api/customerCalls';
import { count } from 'shared/format/count';
import { cleanFileName } from 'shared/format/fileName';
import { Field, FieldError, Note } from 'shared/kit/base';
import controls from '../../layout/controls.module.css';
import { SlowNote, SubmitButton } from '../../layout/messages.tsx';
import { fileSize } from '../fileSize.ts';
import styles from './AnswerForm.module.css';
import { type AnswerOptions, useAnswer } from './useAnswer.ts';

/** A form for a text, a photo or PDF, or both (rules 16.42). */
export function AnswerForm(props: AnswerOptions) {
  const answer = useAnswer(props);
  const isSending = answer.progress !== null;
  const send = useRef<HTMLButtonElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    void answer.submit();
  }

  function sendWithoutFile() {
    // Move the focus, because the pressed button unmounts.
    send.current?.focus();
    void answer.submit(true);
  }

  return (
    <form noValidate aria-label="Your answer" className={styles.form} onSubmit={submit}>
      <Field
        ref={answer.fields.text}
        name="text"
        label="Your answer"
        hint={`In any language, at most ${count(maxMessageLength)} characters`}
        rows={4}
        dir="auto"
        readOnly={isSending}
        value={answer.text}
        error={answer.errors.text}
        onChange={({ target }) => answer.write(target.value)}
        onBlur={answer.checkText}
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
          Send without {cleanFileName(answer.lostFile)}?{' '}
          <button type="button" className={controls.link} onClick={sendWithoutFile}>
            Send without it
          </button>
        </Note>
      )}
      <SubmitButton ref={send} className={`${controls.filled} ${styles.submit}`} pending={isSending}>
        {isSending ? 'Sending…' : 'Send answer'}
      </SubmitButton>
      {isSending && (
        <button type="button" className={controls.link} onClick={answer.cancel}>
          Cancel
        </button>
      )}
      {isSending && (!answer.file || answer.progress === 1) && <SlowNote retry={answer.sendAgain} />}
    </form>
  );
}

interface AnswerFileProps {
  /** `Choose a file`, or `Remove` while it is not shown. */
  button: RefObject<HTMLButtonElement | null>;
  file: File | null;
  /** The name of a file that a reload has lost. */
  lostFile: string | null;
  limitMb: number;
  error: string | undefined;
  /** The part sent, from 0 to 1; null while not sending. */
  progress: number | null;
  onChoose: (file: File | null) => void;
}

function AnswerFile({ button, file, lostFile, limitMb, error, progress, onChoose }: AnswerFileProps) {
  const id = useId();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const describedBy = error ? `${id}-hint ${id}-error` : `${id}-hint`;

  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [first] = target.files ?? [];
    // Allows choosing the same file again.
    target.value = '';
    if (first) onChoose(first);
  }

  /** Renders first, then focuses the button that stays. */
  function remove() {
    flushSync(() => onChoose(null));
    button.current?.focus();
  }

  return (
    <div role="group" aria-labelledby={id} aria-describedby={describedBy} className={styles.field}>
      <span id={id} className={styles.label}>
        Photo or document
      </span>
      <p id={`${id}-hint`} className={styles.hint}>
        {lostFile
          ? `The page was reloaded, so please choose ${cleanFileName(lostFile)} again.`
          : `If we asked for one. PDF or image, at most ${limitMb} MB`}
      </p>
      <input
        ref={files}
        type="file"
        hidden
        accept="application/pdf,image/*"
        data-testid="answer-file"
        onChange={chosen}
      />
      <input ref={camera} type="file" hidden accept="image/*" capture="environment" onChange={chosen} />
      {file && (
        <div className={styles.file}>
          <FileText size={24} strokeWidth={1.75} aria-hidden />
          <div className={styles.about}>
            <bdi className={styles.name}>{cleanFileName(file.name)}</bdi>
            <span className={styles.size}>{progress === null ? fileSize(file.size) : partOf(file.size, progress)}</span>
          </div>
          {progress === null && (
            <button ref={error ? undefined : button} type="button" className={controls.link} onClick={remove}>
              Remove<span className={controls.hidden}> {cleanFileName(file.name)}</span>
            </button>
          )}
          {progress !== null && (
            <progress className={styles.bar} aria-label="Sending" value={progress} max={1}>
              {partOf(file.size, progress)}
            </progress>
          )}
        </div>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {(!file || error) && (
        <div className={styles.choices}>
          <button
            type="button"
            className={`${controls.outlined} ${styles.camera}`}
            aria-describedby={describedBy}
            aria-disabled={progress !== null}
            onClick={() => progress === null && camera.current?.click()}
          >
            <Camera size={20} strokeWidth={1.75} aria-hidden />
            <span>Take a photo</span>
          </button>
          <button
            ref={button}
            type="button"
            className={controls.outlined}
            aria-describedby={describedBy}
            aria-disabled={progress !== null}
            onClick={() => progress === null && files.current?.click()}
          >
            <Paperclip size={20} strokeWidth={1.75} aria-hidden />
            <span>Choose a file</span>
          </button>
        </div>
      )}
    </div>
  );
}

/** '1.2 MB of 3.1 MB' or, once all bytes are sent, '3.1 MB. Checking it…'. */
const partOf = (size: number, part: number) =>
  part < 1 ? `${fileSize(size * part)} of ${fileSize(size)}` : `${fileSize(size)}. Checking it…`;
