import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Call, CallInput } from 'shared/api/call';
import { callProduct, signInTo, type Answer } from './callProduct.ts';
import { launchProduct } from './launchProduct.ts';

/** The product as a process, and the one who calls it. */
export interface ProductProcess {
  dataDir: string;
  /** The staff's origin. */
  url: string;
  /** All it has said so far, its log with it. */
  output: () => string;
  /** Null as long as it lives. */
  exitCode: () => number | null;
  /** The session of the demo's Admin. */
  token: string;
  /** As the demo's Admin. */
  call: <C extends Call>(call: C, input: CallInput<C>, headers?: Record<string, string>) => Promise<Answer<C>>;
  /** The status of its health. */
  health: () => Promise<number>;
  /** SIGTERM; answers the exit code, null where it took too long and was killed. Deletes its folder. */
  stop: () => Promise<number | null>;
}

/** Starts it on a folder of its own and signs in. `settings` are environment variables. */
export async function productProcess(settings: Record<string, string>): Promise<ProductProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'product-process-'));
  const product = launchProduct(folder, { DEMO_ORDERS: '1', LOG_LEVEL: 'warn', ...settings });
  const end = async (signal: NodeJS.Signals) => {
    const killing = new AbortController();
    void setTimeout(120_000, null, { signal: killing.signal }).then(
      () => product.end('SIGKILL'),
      () => {},
    );
    const code = await product.end(signal);
    killing.abort();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    return code;
  };
  try {
    const url = await product.ready();
    const token = await signInTo(url);
    return {
      dataDir: path.join(folder, 'data'),
      url,
      output: product.output,
      exitCode: () => product.process.exitCode ?? (product.process.signalCode && -1),
      token,
      call: (call, input, headers) => callProduct(url, call, input, { token, headers }),
      health: async () => (await fetch(`${url}/api/health`)).status,
      stop: () => end('SIGTERM'),
    };
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
}
