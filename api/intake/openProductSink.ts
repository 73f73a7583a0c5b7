import { intakeCalls, mostAtOnce, type IntakeResult } from 'shared/api/intakeCalls';
import { runsOf, type OrderSink, type Taken } from './OrderSink.ts';

/** To the running product, by its own intake: the embedded database is open in that process and nowhere else. */
export function openProductSink({ staffUrl, apiKey }: { staffUrl: string; apiKey: string }): OrderSink {
  const address = new URL(`/api${intakeCalls.takeInOrders.path}`, staffUrl);
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': apiKey };

  async function send(texts: readonly string[]): Promise<IntakeResult> {
    const body = `{"orders":[${texts.join(',')}]}`;
    const response = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
    if (!response) throw new Error(`The product at ${staffUrl} does not answer`);
    const answer = (await response.json().catch(() => null)) as { message?: string; data?: IntakeResult } | null;
    // A 400 that has `data` judged the orders, and rejected every one.
    if (answer?.data && (response.ok || response.status === 400)) return answer.data;
    throw new Error(`The product at ${staffUrl} refused: ${answer?.message ?? response.status}`);
  }

  return {
    form: 'sent',
    atOnce: 2,
    async put(portion) {
      const taken: Taken = { accepted: 0, repeated: 0, rejected: [] };
      for (const { texts, lines } of runsOf(portion, mostAtOnce)) {
        const { accepted, repeated, rejected } = await send(texts);
        taken.accepted += accepted.length;
        taken.repeated += repeated.length;
        for (const { index, ...why } of rejected) taken.rejected.push({ line: lines[index]!, ...why });
      }
      return taken;
    },
    close: async () => {},
  };
}
