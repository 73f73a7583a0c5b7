import { MailFailure } from './MailProvider.ts';

/** Does what is to be done before a provider is called: when it fails, the mail surely did not go out. */
export async function beforeTheCall<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof MailFailure) throw error;
    throw new MailFailure('notTaken', 'The mail could not be put together.', { cause: error });
  }
}
