/**
 * The page's first script, which stands in the page itself (webpack/beginScript.js): asks for what this address will need
 * while the shell's own scripts are on their way, so that nothing waits for the code that would ask for it. What it cannot
 * tell it leaves: everything here is asked for again by who needs it. It shares no module with the shell, and is small.
 */
import { askEarly } from 'shared/api/earlyAnswers';
import { firstCallAddress } from 'shared/remote/firstCall';
import { schemeOf } from 'shared/rules/schemeOf';
import { kitVersion } from 'shared/kit/version';
import type { Remotes } from 'shared/remote/registry';
import { may, type Role } from 'shared/rules/permissions';
import { matchAddress } from './matchAddress.ts';
import { jsonOfPage, registryOfPage } from './registryOfPage.ts';

/** Files of the shell by what they are for: `layout`, and the modules that it shares. */
type ShellFiles = Readonly<Record<string, { scripts: string[]; styles: string[] } | undefined>>;

interface Member {
  token: string;
  name: string;
  role: Role;
}

/** Begins with what the page at `address` needs, for whoever is signed in. */
export function begin(address: Pick<Location, 'pathname' | 'search' | 'replace'>) {
  document.documentElement.dataset.theme = schemeHere();
  const member = memberHere();
  // Who is signed in is not shown the sign-in, not even for the moment until the shell leads on.
  if (member && address.pathname === '/') return address.replace(askedFirst());
  const inDesk = /^\/admin(\/|$)/.test(address.pathname);
  const isDashboard = /^\/admin\/?$/.test(address.pathname);
  // Who has no session is led to the sign-in, which needs none of it.
  if (inDesk && !member) return;
  const files = (jsonOfPage('shell-files') ?? {}) as ShellFiles;
  const owner = ownerOf(address, member);
  const parts = [...(inDesk ? ['layout'] : []), ...(isDashboard ? ['dashboard'] : []), ...(owner?.taken ?? [])];
  for (const part of parts) preload(files[part]);
  if (!owner) return;
  preload(owner.start);
  askEarly(owner.manifest);
  if (owner.call) askEarly(owner.call, member?.token);
}

/** The remote at an address, where this member may open it, with the first call of its screen. */
function ownerOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>, member: Member | null) {
  const { remotes } = (registryOfPage() ?? {}) as { remotes?: Remotes };
  // As the router does (area-screens/ownerOf): of many that fit, the one that says it most exactly.
  const [found] = Object.values(remotes ?? {})
    .flatMap(({ manifest, start, descriptor }) =>
      descriptor.routes.flatMap((route) => {
        const params = matchAddress(route.path, pathname);
        return params ? { manifest, start, descriptor, route, params } : [];
      }),
    )
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length);
  if (!found || (found.route.needs && !may(member?.role, found.route.needs))) return null;
  const { manifest, start, descriptor, route, params } = found;
  const asked = { params, search: new URLSearchParams(search), memberName: member?.name };
  return {
    manifest,
    start,
    // One that was built for another kit brings its own.
    taken: major(descriptor.builtFor.kit) === major(kitVersion) ? (start?.shared ?? []) : [],
    call: route.firstCall && firstCallAddress(route.firstCall, asked),
  };
}

const major = (version: string) => version.split('.')[0];

/** As `shared/desk/session` reads it; here only to know what to ask for. */
function memberHere(): Member | null {
  try {
    const token = String(JSON.parse(localStorage.getItem('user') ?? '').accessToken);
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const { name, type } = JSON.parse(new TextDecoder().decode(bytes)).user;
    return { token, name, role: type };
  } catch {
    return null;
  }
}

/** The page that led to the sign-in, as the router keeps it over a reload (admin-routes/SignedInOnly). */
const askedFirst = () => (history.state as { usr?: { from?: string } } | null)?.usr?.from ?? '/admin';

/** As `shared/desk/preferences` keeps it: what is seen before the scripts are there is light or dark as all else. */
function schemeHere() {
  try {
    return schemeOf(JSON.parse(localStorage.getItem('preferences') ?? '').state.colorMode ?? 'system');
  } catch {
    return schemeOf('system');
  }
}

function preload(files: { scripts: string[]; styles: string[] } | undefined) {
  for (const href of files?.scripts ?? []) link('script', href);
  for (const href of files?.styles ?? []) link('style', href);
}

function link(as: string, href: string) {
  if (document.head.querySelector(`link[href="${href}"], script[src="${href}"]`)) return;
  // The policy lets a script be loaded by its nonce alone.
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href, nonce }));
}
