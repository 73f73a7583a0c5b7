import { Fragment, type ComponentType, type ReactNode } from 'react';
import { create } from 'zustand';
import { checkBuiltFor } from 'shared/remote/currentVersions';
import { IncompatibleRemote, type RemoteContract } from 'shared/remote/remoteContract';
import type { RegistryEntry, Remotes } from 'shared/remote/registry';
import { remoteCalls } from 'shared/api/remoteCalls';
import { send, useSession } from 'shared/desk';
import { loadRemote } from '../loadRemote.ts';
import { useRemotes, loadEntry, loadRegistry } from '../registry.ts';
import { forgetTried, useTabVersions } from '../tabVersions.ts';

export interface LoadedScreen {
  Frame: ComponentType<{ children: ReactNode }>;
  Screen: ComponentType<object>;
  props: object | undefined;
}

/** A remote or a screen's chunk failed to load. */
export class RemoteLoadError extends Error {
  override name = 'RemoteLoadError';
}

/** Remotes that are loading or loaded, by name. A failed load is removed. */
const remotes = new Map<string, { entry: RegistryEntry; contract: Promise<RemoteContract> }>();

/** The version of each remote whose screens this tab last loaded. */
const useRunning = create<Remotes>(() => ({}));

/** NAME@VERSION of each version that failed in this tab → the error and the version to load instead. */
const failures = new Map<string, { error: unknown; instead: Promise<RegistryEntry | null> }>();

const keyOf = (name: string, version: string) => `${name}@${version}`;

/**
 * Loads the screen at a path of the remote's descriptor; `refresh` fetches the registry first. If a version cannot be
 * loaded, loads a newer one or the previous one. Rejects with `RemoteLoadError` or `IncompatibleRemote`; the next call
 * tries again.
 */
export async function loadScreen(name: string, path: string, { refresh = false } = {}): Promise<LoadedScreen> {
  if (refresh) remotes.delete(name);
  const entry = remotes.get(name)?.entry ?? (await chosenVersion(name, refresh).catch(asNotLoaded));
  return screenOf(name, path, entry)
    .catch((error) => (isLostScript(error) ? screenOf(name, path, entry) : Promise.reject(error)))
    .catch((error) => replace(name, path, entry, 'load', error));
}

/** Replaces a version whose screen threw. Rejects if no other version can be loaded. */
export async function replaceCrashed(name: string, path: string, error: unknown): Promise<LoadedScreen> {
  const crashed = useRunning.getState()[name];
  if (!crashed) throw error;
  return replace(name, path, crashed, 'render', error);
}

async function replace(name: string, path: string, failed: RegistryEntry, kind: 'load' | 'render', error: unknown) {
  const next = await versionAfter(name, failed, kind, error);
  if (!next) throw error;
  return screenOf(name, path, next);
}

async function screenOf(name: string, path: string, entry: RegistryEntry): Promise<LoadedScreen> {
  const known = remotes.get(name);
  const loading = known?.entry.version === entry.version ? known : { entry, contract: loadVersion(name, entry) };
  remotes.set(name, loading);
  try {
    const { routes, Frame = Fragment } = await loading.contract;
    // A remote exposes its paths relative to /admin/ or to /.
    const relative = path.replace(/^\/(admin\/)?/, '');
    const route = routes.find((exposed) => exposed.path === relative);
    if (!route) throw new IncompatibleRemote(`${name} exposes no ${relative}`);
    const Screen = (await route.load()) as ComponentType<object>;
    useRunning.setState({ [name]: entry });
    return { Frame, Screen, props: route.props };
  } catch (error) {
    if (remotes.get(name) === loading) remotes.delete(name);
    return asNotLoaded(error);
  }
}

/** Checks the descriptor before loading any code. */
async function loadVersion(name: string, entry: RegistryEntry): Promise<RemoteContract> {
  checkBuiltFor(name, entry.descriptor.builtFor, { api: useRemotes.getState().api });
  return loadRemote(name, entry);
}

function asNotLoaded(error: unknown): never {
  if (error instanceof IncompatibleRemote) throw error;
  const message = messageOf(error);
  // A `strictVersion` mismatch can be recognised only by the message of the federation runtime's error.
  if (message.includes('does not satisfy the requirement')) throw new IncompatibleRemote(message);
  throw new RemoteLoadError(message, { cause: error });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Recognises a lost script request by webpack's or the federation runtime's message. After a timeout, a second request
 * would only queue behind the first one, which hangs.
 */
const isLostScript = ({ message }: Error) =>
  navigator.onLine && /^Loading (CSS )?chunk|RUNTIME-008/.test(message) && !message.includes('timed out');

/** For tests: makes every remote load again. */
export function clearRemotes() {
  remotes.clear();
  failures.clear();
  useRunning.setState({}, true);
}

/** Remotes that run another version in this tab, because their live one failed or is incompatible (`isRefused`). */
export function useFallbacks() {
  const live = useRemotes((known) => known.remotes);
  return Object.entries(useRunning()).flatMap(([name, { version }]) => {
    const insteadOf = live[name]?.version ?? version;
    const failure = failures.get(keyOf(name, insteadOf));
    if (!failure || version === insteadOf) return [];
    return [{ name, version, insteadOf, isRefused: failure.error instanceof IncompatibleRemote }];
  });
}

/** The version to load. Rejects if the registry lacks the remote. */
async function chosenVersion(name: string, refresh: boolean): Promise<RegistryEntry> {
  const known = useRemotes.getState();
  const live = (!refresh && known.from === 'registry' ? known.remotes : await loadRegistry({ refresh }))[name];
  if (!live) throw new Error(`The registry has no ${name}`);
  const instead = await failures.get(keyOf(name, live.version))?.instead;
  return instead && instead.version === useRunning.getState()[name]?.version ? instead : live;
}

/**
 * Records that a version failed here, reports it to the API, and returns the version to load instead: the one that is
 * live now, or the one before that. Null if both have failed, or if the browser is offline. Concurrent failures share
 * the result.
 */
async function versionAfter(
  name: string,
  { version }: RegistryEntry,
  kind: 'load' | 'render',
  error: unknown,
): Promise<RegistryEntry | null> {
  const known = failures.get(keyOf(name, version));
  if (known) return known.instead;
  if (!navigator.onLine) return null;
  report(name, version, kind, error);
  if (useTabVersions.getState().tried?.startsWith(`${name}@`)) forgetTried();
  const instead = loadRegistry({ refresh: true }).then((remotes) => firstUntried(name, remotes[name]));
  failures.set(keyOf(name, version), { error, instead });
  return instead;
}

async function firstUntried(name: string, live: RegistryEntry | undefined): Promise<RegistryEntry | null> {
  if (!live) return null;
  if (!failures.has(keyOf(name, live.version))) return live;
  if (!live.previous || failures.has(keyOf(name, live.previous))) return null;
  return loadEntry(name, live.previous).catch(() => null);
}

/** Reports once per tab and version, for signed-in members. A failed report is dropped. */
function report(remote: string, version: string, kind: 'load' | 'render', error: unknown) {
  const key = keyOf(remote, version);
  const { reported } = useTabVersions.getState();
  if (!useSession.getState().isAuth || reported.includes(key)) return;
  useTabVersions.setState({ reported: [...reported, key] });
  const message = messageOf(error).slice(0, 200);
  send(remoteCalls.reportRemoteFailure, { remote, version, kind, message }).catch(() => undefined);
}
