import { documentCalls } from 'shared/api/documentCalls';
import { mailProviders } from 'shared/api/fields';
import { queryKeys, useCall } from 'shared/desk';
import { Note } from 'shared/kit';

/** Says that the mail with the link reaches nobody yet, since no provider has credentials (rules 12.2). */
export function OutboxNote() {
  const { data } = useCall(documentCalls.mailProviders, {}, { key: queryKeys.mailProviders() });
  if (!data || mailProviders.some((provider) => data.data[provider])) return null;
  return (
    <Note kind="info">
      <b>Mail goes to the outbox.</b> No provider is set up.
    </Note>
  );
}
