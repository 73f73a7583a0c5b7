import * as v from 'valibot';

/** What SNS posts, as far as it is read or signed. */
export const snsMessage = v.object({
  Type: v.picklist(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: v.string(),
  TopicArn: v.string(),
  Message: v.string(),
  Timestamp: v.pipe(v.string(), v.isoTimestamp()),
  Subject: v.optional(v.string()),
  Token: v.optional(v.string()),
  SubscribeURL: v.optional(v.string()),
  SignatureVersion: v.picklist(['1', '2']),
  Signature: v.string(),
  SigningCertURL: v.string(),
});
export type SnsMessage = v.InferOutput<typeof snsMessage>;

const ofNotification = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const;
const ofSubscription = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const;

/** What the signature of a message is of: the names and values of what it has of these fields, a line each. */
export function signedText(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? ofNotification : ofSubscription;
  return fields.map((name) => (message[name] === undefined ? '' : `${name}\n${message[name]}\n`)).join('');
}
