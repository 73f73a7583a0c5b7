import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

const attempts = 3;
const deadline = 5_000;

/**
 * Fetches a remote's manifest with a deadline and two retries; the federation runtime alone would wait for ever. Each
 * attempt has a query of its own, because the browser queues a retry of a hung address behind the hung one. Rejects with
 * the last attempt's error; what is not a federation manifest (an HTML page with status 200, say) is one.
 */
export async function fetchManifest(address: string): Promise<Response> {
  let lastError: unknown;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await fetchOnce(address, attempt);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

async function fetchOnce(address: string, attempt: number): Promise<Response> {
  const url = new URL(address, location.href);
  if (attempt > 1) url.searchParams.set('attempt', `${attempt}-${Date.now()}`);
  const signal = AbortSignal.timeout(deadline);
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}`);
  const manifest = JSON.parse(await response.text()) as Record<string, unknown> | null;
  // The runtime remembers a manifest without these for ever, so it must never see one.
  if (!manifest?.metaData || !manifest.exposes || !manifest.shared) {
    throw new Error(`${url.pathname} is not a federation manifest`);
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/json' } });
}

/** The federation runtime's plugin that does so (webpack.config.js). */
export default function manifestDeadline(): ModuleFederationRuntimePlugin {
  return { name: 'manifest-deadline', fetch: (address) => fetchManifest(address) };
}
