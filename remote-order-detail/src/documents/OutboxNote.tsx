import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders, type MailServiceProvider } from 'shared/api/fields';
import { queryKeys, useCall } from 'shared/desk';
import { Note } from 'shared/kit';

/** Says that mail by this provider reaches nobody yet, since it has no credentials. */
export function OutboxNote({ provider }: { provider: MailServiceProvider }) {
  const { data } = useCall(documentCalls.mailProviders, {}, { key: queryKeys.mailProviders() });
  if (!data || data.data[provider]) return null;
  const none = mailProviders.every((one) => !data.data[one]);
  return (
    <Note kind="info">
      <b>Mail goes to the outbox.</b> {none ? 'No provider' : provider} is {none ? '' : 'not '}set up.
    </Note>
  );
}
