import { useCallback, useEffect, useRef, useState } from 'react';
import { customerCalls, emptyMessageError, maxMessageLength } from 'shared/api/customerCalls';
import { messageText } from 'shared/api/fields/visibleText';
import { CallError, newKey } from 'shared/api/client/send';
import { checkChosenFile } from 'shared/rules/documentTypes';
import * as v from 'valibot';
import { toastError, toastSuccess, useOnReconnect } from '../../layout/feedback.tsx';
import { readSession, writeSession } from '../../orderAccess.ts';
import type { OrderAnswer, TrackedOrder } from '../useTrackedOrder.ts';

type AnswerErrors = Partial<Record<'text' | 'messageFile', string>>;

interface NotSent {
  kind: 'info' | 'error';
  text: string;
}

const cancelled: NotSent = { kind: 'info', text: 'Cancelled: your answer was not sent. It’s still here.' };

export interface AnswerOptions {
  order: OrderAnswer;
  tracked: Pick<TrackedOrder, 'send' | 'leave'>;
  /** Refetches the order. Called when the answer has been received or is no longer needed. */
  onSent: () => void;
}

export type Answer = ReturnType<typeof useAnswer>;

/**
 * An answer: text, file, errors and sending. Keeps the input until the API has received the answer. Sending the same
 * answer again is idempotent, even after a reload.
 */
export function useAnswer({ order, tracked: { send, leave }, onSent }: AnswerOptions) {
  const { order_id: orderId, question } = order.mainResult;
  const [draft] = useState(() => readSession(keyOf(orderId), answerDraft) ?? noDraft);
  const [text, setText] = useState(draft.text);
  const [file, setFile] = useState<File | null>(null);
  const [lostFile, setLostFile] = useState(draft.fileName);
  const [asksWithoutLost, setAsksWithoutLost] = useState(false);
  const [errors, setErrors] = useState<AnswerErrors>({});
  const [notSent, setNotSent] = useState<NotSent | null>(null);
  /** The part sent, from 0 to 1; null while not sending. */
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  const attempt = useRef<Attempt>(draft.attempt);
  const fields = {
    text: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
    messageFile: useRef<HTMLButtonElement>(null),
  };
  const fileCheck = useRef<ReturnType<typeof checkChosenFile> | null>(null);
  useOnReconnect(() => setNotSent(null));

  const keep = useCallback(() => {
    // After a reload, the page must not ask for a refused file again.
    const fileName = errors.messageFile ? null : (file?.name ?? lostFile);
    writeSession(keyOf(orderId), text || fileName ? { text, fileName, attempt: attempt.current } : null);
  }, [orderId, text, file, lostFile, errors.messageFile]);
  useEffect(keep, [keep]);

  function refuse(found: AnswerErrors) {
    setErrors(found);
    fields[found.text ? 'text' : 'messageFile'].current?.focus();
  }

  const write = (typed: string) => {
    setText(typed);
    if (errors.text) setErrors({ ...errors, text: textFault(typed) });
  };

  /** Selects a file and shows its error at once; null removes the file. The latest selection wins. */
  const choose = async (chosen: File | null) => {
    const check = (fileCheck.current = chosen && checkChosenFile(chosen, order.uploadLimitMb));
    setFile(chosen);
    setLostFile(null);
    setAsksWithoutLost(false);
    setErrors(({ text: textError }) => ({ text: textError }));
    const fault = (await check)?.fault;
    if (check !== fileCheck.current) return;
    setErrors({ text: chosen ? textFault(text) : errors.text, messageFile: fault ?? undefined });
  };

  /** `withoutLost` sends the answer without the file that a reload has lost. */
  const submit = async (withoutLost = false) => {
    if (sending.current) return;
    const fault = textFault(text) ?? (!text.trim() && !file ? emptyMessageError : undefined);
    setNotSent(null);
    if (fault || errors.messageFile) return refuse({ ...errors, text: fault });
    setAsksWithoutLost(lostFile !== null && !withoutLost);
    if (lostFile && !withoutLost) return;
    const content = contentOf(question, text, file);
    if (attempt.current?.content !== content) attempt.current = { key: newKey(), content };
    keep();
    const controller = (sending.current = new AbortController());
    setErrors({});
    setProgress(0);
    try {
      const fileFault = (await fileCheck.current)?.fault;
      if (fileFault) return refuse({ messageFile: fileFault });
      const { message } = await send(
        customerCalls.sendMessage,
        { orderId, text },
        {
          signal: controller.signal,
          idempotencyKey: attempt.current.key,
          ...(file && {
            files: { messageFile: file },
            onUploadProgress: (sent, total) => setProgress(sent / Math.max(1, total)),
          }),
        },
      );
      attempt.current = null;
      setText('');
      setFile(null);
      setLostFile(null);
      // Delete the draft at once, because the page may be closed now.
      deleteAnswerDraft(orderId);
      toastSuccess(message);
      onSent();
    } catch (error) {
      if (sending.current !== controller) return;
      if (controller.signal.aborted) return setNotSent(cancelled);
      if (!(error instanceof CallError)) throw error;
      failed(error);
    } finally {
      if (sending.current === controller) {
        sending.current = null;
        setProgress(null);
      }
    }
  };

  /** Cancels the unanswered request, and sends the same answer with the same key. */
  const sendAgain = () => {
    const unanswered = sending.current;
    sending.current = null;
    unanswered?.abort();
    void submit(true);
  };

  function failed(error: CallError) {
    const { httpStatus, fieldErrors, message } = error;
    if (httpStatus === 401) return leave(error);
    if (httpStatus === 413 || httpStatus === 415) return refuse({ messageFile: message });
    if (fieldErrors.text || fieldErrors.messageFile) return refuse(fieldErrors);
    // The API already used this key for another file of the same name, size and time, so use a new key.
    if (httpStatus === 422) {
      attempt.current = null;
      keep();
    }
    setNotSent({ kind: 'error', text: `${message} Your answer is still here.` });
    if (httpStatus !== 409) return;
    // The question is closed, and the reloaded page has no form, so show the message in a toast.
    toastError(message);
    onSent();
  }

  return {
    text,
    file,
    /** The name of a file that a reload has lost. */
    lostFile,
    asksWithoutLost,
    errors,
    notSent,
    progress,
    fields,
    write,
    choose,
    submit,
    sendAgain,
    checkText: () => setErrors({ ...errors, text: textFault(text) }),
    cancel: () => sending.current?.abort(),
  };
}

const schema = messageText(maxMessageLength);
const textFault = (text: string) => v.safeParse(schema, text).issues?.[0].message;

const attempt = v.object({ key: v.string(), content: v.string() });
type Attempt = v.InferOutput<typeof attempt>;

/** Kept in this tab, so that it survives a reload and an expired token. */
const answerDraft = v.object({
  text: v.string(),
  /** The name only, because files cannot be stored; null if none was selected. */
  fileName: v.nullable(v.string()),
  /** The last attempt, until it succeeds or its key is refused. */
  attempt: v.optional(v.nullable(attempt), null),
});
const noDraft: v.InferOutput<typeof answerDraft> = { text: '', fileName: null, attempt: null };

const keyOf = (orderId: string) => `answer-${orderId}`;

export const hasAnswerDraft = (orderId: string) => readSession(keyOf(orderId), answerDraft) !== null;

export const deleteAnswerDraft = (orderId: string) => writeSession(keyOf(orderId), null);

/** Equal for the same answer to the same question. Compares files by name, size and time: reading them is slow. */
const contentOf = (question: string | null, text: string, file: File | null) =>
  JSON.stringify([question, text, file && [file.name, file.size, file.lastModified]]);
