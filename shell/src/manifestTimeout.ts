import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

const attempts = 3;
const timeoutMs = 5_000;

/**
 * Fetches a remote's manifest with a timeout, which the federation runtime lacks, and two retries. Each retry has its
 * own query string, because browsers queue a request behind a hung one for the same URL.
 */
export async function fetchManifest(address: string, attempt = 1): Promise<Response> {
  try {
    return await fetchOnce(address, attempt);
  } catch (error) {
    if (attempt === attempts) throw error;
    return fetchManifest(address, attempt + 1);
  }
}

async function fetchOnce(address: string, attempt: number): Promise<Response> {
  const url = new URL(address, location.href);
  if (attempt > 1) url.searchParams.set('attempt', `${attempt}-${Date.now()}`);
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}`);
  const manifest = JSON.parse(await response.text()) as Record<string, unknown> | null;
  // Reject an invalid manifest here: the runtime would cache it for ever.
  if (!manifest?.metaData || !manifest.exposes || !manifest.shared) {
    throw new Error(`${url.pathname} is not a federation manifest`);
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/json' } });
}

/** A plugin for the federation runtime (webpack.config.js). */
export default function manifestTimeout(): ModuleFederationRuntimePlugin {
  return { name: 'manifest-timeout', fetch: (address) => fetchManifest(address) };
}
