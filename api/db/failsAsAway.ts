import pg from 'pg';
import { DatabaseAway } from './DatabaseAway.ts';

type Query = (...given: unknown[]) => unknown;

/**
 * The `query` of a connection or a pool, whose faults of the connection become `DatabaseAway`, and no others: by its last
 * argument when that is a function, else by the promise it answers. What answers neither (a COPY) tells by itself.
 */
export function failsAsAway(query: (...given: never[]) => unknown): Query {
  return (...given) => {
    const told = given.at(-1);
    if (typeof told === 'function') {
      const tell = (error: unknown, ...rest: unknown[]) => (told as Query)(error && asAway(error), ...rest);
      return (query as Query)(...given.slice(0, -1), tell);
    }
    const answer = (query as Query)(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw asAway(error);
    });
  };
}

const asAway = (error: unknown) => (isOfConnection(error as Error) ? new DatabaseAway(error) : error);

/** SQLSTATEs: class 08 and 57P01 to 57P05, the server ends the connection; 25P03, it had been idle in a transaction. */
const sqlStates = /^(08...|57P0[1-5]|25P03)$/;
/** pg's own errors bear no code. */
const texts = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

/** A fault of the way to the server, not of the statement. */
function isOfConnection(error: Error): boolean {
  if (error instanceof DatabaseAway) return false;
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '');
  return 'syscall' in error || texts.test(error.message);
}
