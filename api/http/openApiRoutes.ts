import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { allCalls } from 'shared/api/allCalls';
import { bodyLimitOf, isAudience, type Call } from 'shared/api/call';
import { whoMay } from 'shared/rules/permissions';

/** `/api/openapi.json`, made of the contract, and `/api/docs`, a page to read it. */
export function openApiRoutes(app: FastifyInstance) {
  const document = openApi();
  const page = docsPage();
  app.get('/api/openapi.json', async () => document);
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}

/** The contract as OpenAPI 3.1. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries<Call>(allCalls)) {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(name, call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Arrival Desk', version: '1.0.0' },
    paths,
    components: {
      securitySchemes: {
        member: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The jwtToken of admin-login, bare',
        },
        customer: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token of track-order, bare',
        },
        intake: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'INTAKE_API_KEY' },
      },
    },
  };
}

function operation(name: string, call: Call) {
  const input = schemaOf(call.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, unknown>;
  const pathNames = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const fromQuery = call.method === 'GET' ? Object.keys(properties).filter((key) => !pathNames.includes(key)) : [];
  const parameter = (key: string, where: string) => ({
    name: key,
    in: where,
    required: where === 'path' || (input.required as string[] | undefined)?.includes(key) === true,
    schema: properties[key] ?? {},
  });
  return {
    operationId: name,
    summary: call.summary,
    description: audience(call),
    security: call.needs === 'anyone' ? [] : [{ [isAudience(call.needs) ? call.needs : 'member']: [] }],
    parameters: [...pathNames.map((key) => parameter(key, 'path')), ...fromQuery.map((key) => parameter(key, 'query'))],
    ...(call.method !== 'GET' && { requestBody: requestBody(call, input) }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: answerSchema(call) } } },
      default: { description: 'Refused: {status: 0, message, data, errors?}' },
    },
  };
}

function requestBody(call: Call, input: Record<string, unknown>) {
  if (!call.files) {
    const description = `At most ${bodyLimitOf(call) / 1024} KB, not compressed`;
    return { description, content: { 'application/json': { schema: input } } };
  }
  const files = Object.fromEntries(call.files.map((field) => [field, { type: 'string', format: 'binary' }]));
  const schema = { ...input, properties: { ...(input.properties as object), ...files } };
  return { content: { 'multipart/form-data': { schema } } };
}

function answerSchema(call: Call) {
  const beside = Object.entries(call.beside ?? {}).map(([key, schema]) => [
    key,
    schemaOf(schema as v.GenericSchema, 'output'),
  ]);
  return {
    type: 'object',
    required: ['status', 'message', 'data'],
    properties: {
      status: { const: 1 },
      message: { type: 'string' },
      data: schemaOf(call.data, 'output'),
      ...Object.fromEntries(beside),
    },
  };
}

const audience = ({ needs }: Call) => `For: ${isAudience(needs) ? needs : whoMay(needs)}`;

/** JSON Schema has no transformations and no custom checks: those are left out, the texts say them. */
function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode });
  return rest;
}

function docsPage(): string {
  const rows = Object.entries<Call>(allCalls).map(
    ([name, call]) => `<section><h2><code>${call.method} /api${call.path}</code></h2>
<p>${escape(call.summary)}. <em>${escape(audience(call))}.</em></p>
<details><summary>${escape(name)}: input and answer</summary>
<pre>${escape(JSON.stringify(schemaOf(call.input, 'input'), null, 2))}</pre>
<pre>${escape(JSON.stringify(answerSchema(call), null, 2))}</pre></details></section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Arrival Desk API</title>
<meta name="viewport" content="width=device-width"></head><body><main><h1>Arrival Desk API</h1>
<p>Made of the contract in <code>shared/api</code>. As OpenAPI: <a href="/api/openapi.json">/api/openapi.json</a>.
Every answer is <code>{status, message, data}</code>; <code>Authorization</code> carries the token bare.
Changing calls take an <code>Idempotency-Key</code>.</p>
${rows.join('\n')}</main></body></html>`;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
