import type { FastifyInstance } from 'fastify';
import { bodyLimitOf } from 'shared/api/call';
import { Refusal } from './Refusal.ts';

const deepest = 20;
/** Of a body that is full to its limit. An order of the intake, with the shortest texts there are, has 28 a value. */
const bytesAValue = 32;

/** Bodies of JSON are looked over before anything is made of them: `refuseManyValues`. Prototype keys stay refused. */
export function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify takes plain text by itself; no call does.
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config;
    try {
      refuseManyValues(body, { deepest, most: call ? bodyLimitOf(call) / bytesAValue : 0 });
    } catch (refusal) {
      return done(refusal as Refusal);
    }
    // It calls back, as its type does not say.
    return parse(request, body, done) as void;
  });
}

/**
 * Throws a 400 for JSON that is nested deeper, or holds more keys and entries in all, than it may: objects of many
 * thousand keys take their time in every step that they go through. Whether it is JSON at all is not judged.
 */
export function refuseManyValues(json: string, { deepest, most }: { deepest: number; most: number }): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '{':
      case '[':
        depth += 1;
        values += 1;
        if (depth > deepest) throw new Refusal(400, 'The body is nested too deep');
        break;
      case ',':
        values += 1;
        break;
      case '}':
      case ']':
        depth -= 1;
        break;
    }
    if (values > most) throw new Refusal(400, 'The body holds too many values');
  }
}

/** Where the text that begins at a quote ends: at the next quote that no backslash takes away. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
