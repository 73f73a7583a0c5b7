import { randomUUID, sign } from 'node:crypto';
import selfsigned from 'selfsigned';
import { signedText, type SnsMessage } from '../webhooks/sns.ts';
import { wireServer, type WireAnswer } from './wireServer.ts';

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:desk-events';
const host = 'https://sns.eu-west-1.amazonaws.com';

/**
 * A topic of SNS with a key and a certificate of its own, which its server gives in place of Amazon's host; `requests`
 * are those that came there.
 */
export async function snsTopic() {
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'sns.amazonaws.com' }]);
  let answer: WireAnswer | null = null;
  const server = await wireServer(
    ({ path }) => answer ?? { status: 200, body: path.endsWith('.pem') ? cert : '<ok/>' },
  );

  return {
    endpoint: server.endpoint,
    requests: server.requests,
    /** What it answers to whatever it is asked from now on; null: certificate and confirmation again. */
    answerBy: (given: WireAnswer | null) => void (answer = given),
    /** A message as SNS posts it, signed; `changes` are made to it before. */
    signed(changes: Partial<SnsMessage> = {}): SnsMessage {
      const message: SnsMessage = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: '{}',
        Timestamp: '2026-11-21T10:22:05.123Z',
        SignatureVersion: '2',
        Signature: '',
        SigningCertURL: `${host}/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem`,
        ...changes,
      };
      const digest = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
      return { ...message, Signature: sign(digest, Buffer.from(signedText(message)), key).toString('base64') };
    },
    /** The same for the beginning of a subscription. */
    subscription(changes: Partial<SnsMessage> = {}): SnsMessage {
      const confirmation = `${host}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f`;
      const begins = {
        Type: 'SubscriptionConfirmation',
        Message: 'You have chosen to subscribe',
        Token: '2336412f',
      } as const;
      return this.signed({ ...begins, SubscribeURL: confirmation, ...changes });
    },
    close: server.close,
  };
}
