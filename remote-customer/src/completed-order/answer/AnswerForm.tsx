import { Camera, FileText, Paperclip } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxMessageLength } from 'shared/api/customerCalls';
import { count } from 'shared/format/count';
import { cleanFileName } from 'shared/format/fileName';
import { fileSize } from 'shared/format/fileSize';
import { Field, FieldError, Note } from 'shared/kit/base';
import { landingDomain } from 'shared/rules/landingDomains';
import controls from '../../layout/controls.module.css';
import { SlowNote, SubmitButton } from '../../layout/feedback.tsx';
import type { OrderAnswer, TrackedOrder } from '../useTrackedOrder.ts';
import styles from './AnswerForm.module.css';
import { type Answer, type AnswerOptions, hasAnswerDraft, useAnswer } from './useAnswer.ts';

/** The open question and the answer form or, once the question is answered, a button to add something. */
export function NeededFromYou({ order, tracked }: { order: OrderAnswer; tracked: TrackedOrder }) {
  const { order_id: orderId, question, next, landing_domain: site } = order.mainResult;
  const [wantsMore, setWantsMore] = useState(() => hasAnswerDraft(orderId));
  const isAnswered = next.step === 'read';
  const place = useRef<HTMLDivElement>(null);

  /** Renders first, then focuses what replaces the pressed button. */
  function showForm(shows: boolean) {
    flushSync(() => setWantsMore(shows));
    place.current?.querySelector<HTMLElement>('textarea, button')?.focus();
  }

  function sent() {
    if (isAnswered) showForm(false);
    else setWantsMore(false);
    void tracked.check();
  }

  return (
    <div ref={place}>
      {/* For the key, see `DownloadNote`. */}
      {!isAnswered && (
        <Note key={question} kind="asked">
          {question ? (
            <>
              <b>What we need</b>
              <p className={controls.words} dir="auto">
                {question}
              </p>
            </>
          ) : (
            <>
              <b>We need to reach you.</b> Write to us here, or{' '}
              <a href={landingDomain(site).contact}>contact support</a>.
            </>
          )}
        </Note>
      )}
      {isAnswered && !wantsMore ? (
        <p className={controls.action}>
          <button type="button" className={controls.link} onClick={() => showForm(true)}>
            Add something to your answer
          </button>
        </p>
      ) : (
        <AnswerForm order={order} tracked={tracked} onSent={sent} />
      )}
    </div>
  );
}

/** A form for a text, a photo or PDF, or both (rule 16.42). */
function AnswerForm(props: AnswerOptions) {
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
    <form noValidate aria-label="Your answer" className={controls.form} onSubmit={submit}>
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
      <AnswerFile answer={answer} limitMb={props.order.uploadLimitMb} />
      {answer.notSent && (
        <Note kind={answer.notSent.kind} role="alert">
          {answer.notSent.text}
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
      <SubmitButton ref={send} pending={isSending}>
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

function AnswerFile({ answer, limitMb }: { answer: Answer; limitMb: number }) {
  const { file, lostFile, progress } = answer;
  const { messageFile: error } = answer.errors;
  /** The button "Choose a file" or, while that is hidden, "Remove". */
  const button = answer.fields.messageFile;
  const isSending = progress !== null;
  const id = useId();
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const describedBy = error ? `${id}-hint ${id}-error` : `${id}-hint`;

  function chosen({ target }: ChangeEvent<HTMLInputElement>) {
    const [first] = target.files ?? [];
    // Allows choosing the same file again.
    target.value = '';
    if (first) void answer.choose(first);
  }

  /** Renders first, then focuses "Choose a file". */
  function remove() {
    flushSync(() => void answer.choose(null));
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
          : `PDF or image, at most ${limitMb} MB`}
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
          <Thumbnail file={file} />
          <bdi>{cleanFileName(file.name)}</bdi>
          {isSending ? (
            <>
              <span>{partOf(file.size, progress)}</span>
              <progress aria-label="Sending" value={progress} max={1} />
            </>
          ) : (
            <>
              <span>{fileSize(file.size)}</span>
              <button ref={error ? undefined : button} type="button" className={controls.link} onClick={remove}>
                Remove<span className={controls.hidden}> {cleanFileName(file.name)}</span>
              </button>
            </>
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
            aria-disabled={isSending}
            onClick={() => !isSending && camera.current?.click()}
          >
            <Camera size={20} strokeWidth={1.75} aria-hidden />
            <span>Take a photo</span>
          </button>
          <button
            ref={button}
            type="button"
            className={controls.outlined}
            aria-describedby={describedBy}
            aria-disabled={isSending}
            onClick={() => !isSending && files.current?.click()}
          >
            <Paperclip size={20} strokeWidth={1.75} aria-hidden />
            <span>Choose a file</span>
          </button>
        </div>
      )}
    </div>
  );
}

/** A picture, by which its sender sees that it is the right one. Other files have an icon. */
function Thumbnail({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  if (url === null) return <FileText size={24} strokeWidth={1.75} aria-hidden />;
  // Some browsers cannot show HEIC.
  return <img src={url} alt="" onError={() => setUrl(null)} />;
}

/**
 * '1.2 MB of 3.1 MB' while sending, then '3.1 MB. Checking it…'. Shows only the whole size before the first byte, and
 * while both sizes read the same.
 */
function partOf(size: number, part: number): string {
  const sent = fileSize(size * part);
  const whole = fileSize(size);
  if (part === 1) return `${whole}. Checking it…`;
  return part === 0 || sent === whole ? whole : `${sent} of ${whole}`;
}
