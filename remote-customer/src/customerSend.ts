import { makeSend, type Send } from 'shared/api/send';
import { forgetToken, orderAccess } from './orderAccess.ts';

/**
 * The client of one order: it carries that order's token and never the staff's; a 401 ends the token alone.
 */
export function customerSend(orderId: string): Send {
  return makeSend({
    token: () => orderAccess(orderId).token,
    onDeadSession: () => forgetToken(orderId),
    headers: timeZone,
  });
}

/** The browser's time zone, an IANA name: a download's location (rules 16.15). */
function timeZone(): Record<string, string> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ? { 'X-Timezone': zone } : {};
}
