import { useCallback, useEffect, useRef, useState } from 'react';
import { customerCalls, emptyMessage, longestMessage } from 'shared/api/customerCalls';
import { messageText } from 'shared/api/messageText';
import { CallError, type Send } from 'shared/api/send';
import * as v from 'valibot';
import { toastError, toastSuccess } from '../../layout/messages.tsx';
import { keepInTab, readFromTab } from '../../orderAccess.ts';
import { answerFileFault } from './AnswerForm.tsx';

/** Field → text. */
type AnswerErrors = Partial<Record<'text' | 'messageFile', string>>;

interface AnswerOf {
  orderId: string;
  /** What was asked. */
  question: string | null;
  limitMb: number;
  send: Send;
  /** Received, or not asked for any more: the page is to be read anew. */
  onSent: () => void;
  leave: (error: CallError) => void;
}

/**
 * The answer to what we asked: its text, its file, what is wrong with them, and its sending. What was typed stays until it
 * was received, whatever happens. The same answer sent again is the same message, also by a page that was loaded anew (its
 * idempotency key is kept with it).
 */
export function useAnswer({ orderId, question, limitMb, send, onSent, leave }: AnswerOf) {
  const [draft] = useState(() => readAnswerDraft(orderId));
  const [text, setText] = useState(draft.text);
  const [file, setFile] = useState<File | null>(null);
  const [lostFile, setLostFile] = useState(draft.fileName);
  const [asksWithoutLost, setAsksWithoutLost] = useState(false);
  const [errors, setErrors] = useState<AnswerErrors>({});
  const [notSent, setNotSent] = useState<string | null>(null);
  /** How much is gone, from 0 to 1; null while nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(null);
  const attempt = useRef<Attempt>(draft.attempt);
  const fields = {
    text: useRef<HTMLInputElement & HTMLTextAreaElement>(null),
    messageFile: useRef<HTMLButtonElement>(null),
  };
  const choices = useRef(0);

  const keep = useCallback(
    () => keepAnswerDraft(orderId, { text, fileName: file?.name ?? lostFile, attempt: attempt.current }),
    [orderId, text, file, lostFile],
  );
  useEffect(keep, [keep]);

  function refuse(found: AnswerErrors) {
    setErrors(found);
    fields[found.text ? 'text' : 'messageFile'].current?.focus();
  }

  const write = (typed: string) => {
    setText(typed);
    if (errors.text) setErrors({ ...errors, text: textFault(typed) });
  };

  /** Takes a file, with what is wrong with it under it at once; null takes it away. Of two in a row the last one stays. */
  const choose = async (chosen: File | null) => {
    const choice = ++choices.current;
    const fault = chosen && (await answerFileFault(chosen, limitMb));
    if (choice !== choices.current) return;
    setFile(chosen);
    setLostFile(null);
    setAsksWithoutLost(false);
    setErrors({ text: chosen ? textFault(text) : errors.text, messageFile: fault ?? undefined });
  };

  /** @param withoutLost the lost file was asked about, and is left out */
  const submit = async (withoutLost = false) => {
    if (sending.current) return;
    const fault = textFault(text) ?? (!text.trim() && !file ? emptyMessage : undefined);
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
      // At once: a page that leaves now keeps nothing.
      forgetAnswerDraft(orderId);
      toastSuccess(message);
      onSent();
    } catch (error) {
      if (sending.current !== controller) return;
      if (controller.signal.aborted) return setNotSent('You stopped it: your answer was not sent. It is still here.');
      if (!(error instanceof CallError)) throw error;
      failed(error);
    } finally {
      if (sending.current === controller) {
        sending.current = null;
        setProgress(null);
      }
    }
  };

  /** Gives up the request that is not answered, and sends the same answer again by the same key. */
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
    // Its key was another file's that looked the same from here: the next press has one of its own.
    if (httpStatus === 422) {
      attempt.current = null;
      keep();
    }
    setNotSent(`${message} Your answer is still here.`);
    if (httpStatus !== 409) return;
    // Nothing is asked any more: the page says where the order is by now, and has no form that could say why.
    toastError(message);
    onSent();
  }

  return {
    text,
    file,
    /** The name of a file that was chosen before the page was loaded anew. */
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

const schema = messageText(longestMessage);
const textFault = (text: string) => v.safeParse(schema, text).issues?.[0].message;

/** Unique also where `crypto.randomUUID` is missing: on a page that does not come over https or from localhost. */
const newKey = () =>
  crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(16)).join('-');

/** An answer that was typed and not sent yet, kept in this tab: neither a reload nor a dead token loses it. */

const attempt = v.object({
  /** Its idempotency key. */
  key: v.string(),
  /** What was sent by it (`contentOf`). */
  content: v.string(),
});
type Attempt = v.InferOutput<typeof attempt>;

const draft = v.object({
  text: v.string(),
  /** Of the file that was chosen, which no page can keep; null: none was. */
  fileName: v.nullable(v.string()),
  /** The last press of Send, of which nobody knows yet whether it arrived; null: there was none. */
  attempt: v.optional(v.nullable(attempt), null),
});
type AnswerDraft = v.InferOutput<typeof draft>;

const none: AnswerDraft = { text: '', fileName: null, attempt: null };
const keyOf = (orderId: string) => `answer-${orderId}`;

const readAnswerDraft = (orderId: string): AnswerDraft => readFromTab(keyOf(orderId), draft) ?? none;

export const hasAnswerDraft = (orderId: string) => readFromTab(keyOf(orderId), draft) !== null;

/** One without text and file is forgotten. */
const keepAnswerDraft = (orderId: string, { text, fileName, attempt }: AnswerDraft) =>
  keepInTab(keyOf(orderId), text || fileName ? { text, fileName, attempt } : null);

export const forgetAnswerDraft = (orderId: string) => keepInTab(keyOf(orderId), null);

/**
 * By what two answers are told to be the same: also by what was asked. Of a file its name, size and time, since its bytes
 * are many.
 */
const contentOf = (question: string | null, text: string, file: File | null) =>
  JSON.stringify([question, text, file && [file.name, file.size, file.lastModified]]);
