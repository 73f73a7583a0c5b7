import { makeSend, type Send } from 'shared/api/send';
import { forgetToken, orderAccess } from './orderAccess.ts';
import { withPatience } from './withPatience.ts';

/**
 * The client of one order: it carries that order's token and never the staff's; a 401 ends the token alone. What is not
 * answered in time is given up, but for a file: of that one sees how far it is.
 */
export function customerSend(orderId: string): Send {
  const send = makeSend({
    token: () => orderAccess(orderId).token,
    onDeadSession: () => forgetToken(orderId),
    headers: timeZone,
  });
  return (call, input, options = {}) => {
    if (options.files) return send(call, input, options);
    return withPatience((signal) => send(call, input, { ...options, signal }), options.signal);
  };
}

/** The browser's time zone, an IANA name: a download's location (rules 16.15). */
function timeZone(): Record<string, string> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone ? { 'X-Timezone': zone } : {};
}
