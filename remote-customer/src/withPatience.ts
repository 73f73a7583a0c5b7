import { CallError, serverDidNotAnswer } from 'shared/api/send';

/** Bad Wi-Fi can keep a request for minutes, and with it the button that it came from. */
const patienceMs = 30_000;

/** Gives up what is not answered in time (rules 16.41), and says so as of any server that does not answer. */
export async function withPatience<T>(ask: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  const controller = new AbortController();
  let isTooLate = false;
  const giveUp = () => {
    isTooLate = true;
    controller.abort();
  };
  const stop = () => controller.abort(outer?.reason);
  const timer = setTimeout(giveUp, patienceMs);
  outer?.addEventListener('abort', stop);
  if (outer?.aborted) stop();
  try {
    return await ask(controller.signal);
  } catch (error) {
    if (isTooLate && !outer?.aborted) throw new CallError(serverDidNotAnswer, { httpStatus: 0 });
    throw error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}
