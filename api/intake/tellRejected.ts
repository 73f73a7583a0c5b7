import { count } from 'shared/format/count';
import type { RejectedLine } from './checkPortion.ts';

const mostReasons = 3;

/** 'Line 5,000 (order 999999): email: Must be an e-mail address', for a terminal. */
export function tellRejected({ line, order_id: orderId, errors }: RejectedLine): string {
  const reasons = Object.entries(errors).map(([field, text]) => (ofNoField.has(field) ? text : `${field}: ${text}`));
  const further = reasons.length - mostReasons;
  const told = [...reasons.slice(0, mostReasons), ...(further > 0 ? [`and ${further} more`] : [])];
  return printable(`Line ${count(line)}${orderId ? ` (order ${orderId})` : ''}: ${told.join('; ')}`);
}

/** Of the whole line, or of the whole order. */
const ofNoField = new Set(['line', 'order']);

/** The sender chose the id and the names of the fields, and a terminal does what some characters say. */
const printable = (text: string) => text.replace(/\p{C}/gu, '\ufffd');
