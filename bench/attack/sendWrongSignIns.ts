import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Target } from './underFlood.ts';

const atOnce = 1_000;

/**
 * Sends 1,000 wrong sign-ins at once, again and again until it is stopped, and counts what they were answered.
 * `saidToComeFrom` is what a proxy in front would write into `X-Forwarded-For`.
 */
export async function sendWrongSignIns(
  target: Target,
  stopped: AbortSignal,
  saidToComeFrom?: (number: number) => string,
): Promise<Record<string, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce, localAddress: target.from });
  const saw: Record<string, number> = { sent: 0 };
  while (!stopped.aborted) {
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const number = saw.sent!++;
        const from = saidToComeFrom?.(number);
        const answer = await send(target, agent, number, from ? { 'X-Forwarded-For': from } : {});
        saw[answer] = (saw[answer] ?? 0) + 1;
      }),
    );
  }
  agent.destroy();
  return saw;
}

/** The answer's status, or what became of the connection. */
function send({ staff }: Target, agent: Agent, number: number, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(
      `${staff}/api/admin/admin-login`,
      { method: 'POST', agent, family: 4, headers: { 'Content-Type': 'application/json', ...headers } },
      (answer) =>
        text(answer).then(
          () => resolve(String(answer.statusCode)),
          () => resolve('cut'),
        ),
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut'));
    sent.end(JSON.stringify({ email: `nobody${number % 50}@demo.test`, password: 'wrong' }));
  });
}
