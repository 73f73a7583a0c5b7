import { isUtf8 } from 'node:buffer';
import { checkOrder, givenOrderId } from 'shared/api/intakeOrder';
import { arrivingOrder, type ArrivingOrder } from './arrivingOrder.ts';
import { copyLine } from './copyLine.ts';
import { mostLineBytes, type Portion } from './linePortions.ts';

/** A line that is not taken in, and why: `errors` = field → text. Nothing else of it is kept. */
export interface RejectedLine {
  line: number;
  order_id: string | null;
  errors: Record<string, string>;
}

/** How orders are wanted: as lines of COPY, as JSON of the table's rows, or as they were sent. */
export type OrderForm = 'copy' | 'row' | 'sent';

/** The good orders of a portion in the order of their ids, each once, and the bad lines. */
export interface CheckedPortion {
  orderIds: string[];
  /** The orders in the form that was asked for, one behind the other; `ends` says where each ends. */
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array<ArrayBuffer>;
  lines: Uint32Array<ArrayBuffer>;
  /** Orders whose id came in the same portion before. */
  repeated: number;
  rejected: RejectedLine[];
}

const write: Record<OrderForm, (order: ArrivingOrder, sent: string) => string> = {
  copy: copyLine,
  row: (order) => JSON.stringify(order),
  sent: (_order, sent) => sent,
};

/** Reads the lines of a portion, one order each. Empty lines are nobody's. `spare` is memory for the answer. */
export function checkPortion(
  { firstLine, bytes }: Portion,
  form: OrderForm,
  now: Date,
  spare?: ArrayBuffer,
): CheckedPortion {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const allUtf8 = isUtf8(buffer);
  const good = new Map<string, { line: number; text: string }>();
  const rejected: RejectedLine[] = [];
  let repeated = 0;
  let line = firstLine - 1;
  for (let start = firstLine === 1 ? afterByteOrderMark(buffer) : 0; start < buffer.length;) {
    line++;
    const newline = buffer.indexOf(0x0a, start);
    const end = newline < 0 ? buffer.length : newline;
    const read = readLine(buffer.subarray(start, end), allUtf8);
    start = end + 1;
    if (read === null || (firstLine === 1 && rejected.length === 0 && good.size === 0 && read === ofNpm)) continue;
    const checked = typeof read === 'string' ? { errors: { line: read } } : checkOrder(read.value, now);
    if ('errors' in checked) {
      const orderId = typeof read === 'string' ? null : givenOrderId(read.value);
      rejected.push({ line, order_id: orderId, errors: checked.errors });
      continue;
    }
    const { order_id: orderId } = checked.order;
    if (good.has(orderId)) repeated++;
    else good.set(orderId, { line, text: write[form](arrivingOrder(checked.order, now), (read as Read).text) });
  }
  return { ...inOrder(good, spare), repeated, rejected };
}

interface Read {
  text: string;
  value: unknown;
}

/** What `npm run` prints ahead of a script's own output: `npm run generate` leaves it in its file. */
const ofNpm = 'Is of npm';

/** The line's value, why it has none, or null for an empty line. */
function readLine(bytes: Buffer, isKnownUtf8: boolean): Read | string | null {
  if (bytes.length > mostLineBytes) return 'Is longer than 1 MB';
  if (!isKnownUtf8 && !isUtf8(bytes)) return 'Is not UTF-8';
  const text = bytes.toString('utf8').trim();
  if (text === '') return null;
  if (text.startsWith('> ')) return ofNpm;
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    return 'Is not JSON';
  }
}

function inOrder(good: Map<string, { line: number; text: string }>, spare: ArrayBuffer | undefined) {
  const sorted = [...good].sort(([one], [other]) => (one < other ? -1 : 1));
  const ends = new Uint32Array(sorted.length);
  const lines = new Uint32Array(sorted.length);
  // No character takes more than three bytes of UTF-8 for each of its units.
  const most = sorted.reduce((sum, [, { text }]) => sum + text.length, 0) * 3;
  const bytes = Buffer.from(spare && spare.byteLength >= most ? spare : new ArrayBuffer(most));
  let end = 0;
  for (const [index, [, { line, text }]] of sorted.entries()) {
    end += bytes.write(text, end);
    ends[index] = end;
    lines[index] = line;
  }
  return { orderIds: sorted.map(([orderId]) => orderId), bytes: bytes.subarray(0, end), ends, lines };
}

const afterByteOrderMark = (bytes: Buffer) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0);
