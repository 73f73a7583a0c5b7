/** The page's Content-Security-Policy nonce for styles made at run time; undefined without one. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined;
}
