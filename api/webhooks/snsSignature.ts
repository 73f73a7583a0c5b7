import { verify } from 'node:crypto';
import { signatureWrong } from './signatureWrong.ts';
import type { SnsAddresses } from './SnsAddresses.ts';
import { signedText, type SnsMessage } from './snsMessage.ts';

/** What the two versions of the signature are made with: docs.aws.amazon.com/sns, "Verifying the signatures". */
const digests = { '1': 'sha1', '2': 'sha256' } as const;

/** Throws a 401 unless SNS signed the message, by a certificate that only its own address gives. */
export async function requireSnsSignature(message: SnsMessage, addresses: SnsAddresses): Promise<void> {
  const certificate = await addresses.certificate(message.SigningCertURL);
  if (!certificate || !isSigned(message, certificate)) throw signatureWrong();
}

function isSigned(message: SnsMessage, certificate: string): boolean {
  const signature = Buffer.from(message.Signature, 'base64');
  try {
    return verify(digests[message.SignatureVersion], Buffer.from(signedText(message)), certificate, signature);
  } catch {
    // What came from there is no certificate.
    return false;
  }
}
