import { arrivalColumns, type ArrivingOrder } from './arrivingOrder.ts';

/** An arriving order as one line of PostgreSQL's COPY text, its columns as `arrivalColumns` names them. */
export function copyLine(order: ArrivingOrder): string {
  let line = '';
  for (const column of arrivalColumns) line += (line && '\t') + cell(order[column]);
  return `${line}\n`;
}

function cell(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? escape(JSON.stringify(value)) : String(value);
}

const special = /[\\\t\n\r]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escape = (text: string) => (special.test(text) ? text.replace(/[\\\t\n\r]/g, (one) => escapes[one]!) : text);
