/** The page's Content-Security-Policy nonce, which styles made at run time must carry; undefined where there is none. */
export function cspNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce || undefined;
}
