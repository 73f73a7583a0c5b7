import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { callsBySubject } from 'shared/api/allCalls';
import { bodyLimitOf, isAudience, type Call } from 'shared/api/call';
import { refusalsOf, type PossibleRefusal } from 'shared/api/refusals';
import { rolesText } from 'shared/rules/permissions';

type JsonSchema = Record<string, unknown>;

const introduction = `Generated from the contract in \`shared/api\`. Every answer is \`{status, message, data}\`, some with more fields.
\`Authorization\` carries the bare token. **Try it out sends real requests**, with the session of the member signed in on this
origin in this browser, or with the token entered under Authorize.`;

const license = { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' };

export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name: subject, calls } of callsBySubject) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`;
      (paths[path] ??= {})[call.method.toLowerCase()] = operation(name, call, subject);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Arrival Desk', version: '1.0.0', description: introduction, license },
    servers: [{ url: '/', description: 'This origin' }],
    tags: callsBySubject.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: {
        member: keyIn('Authorization', 'The jwtToken that admin-login returns'),
        customer: keyIn('Authorization', 'The token that track-order returns'),
        intake: keyIn('X-Api-Key', 'INTAKE_API_KEY'),
      },
    },
  };
}

const keyIn = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

const refusalSchema = {
  type: 'object',
  required: ['status', 'message', 'data'],
  properties: {
    status: { const: 0 },
    message: { type: 'string', description: 'Human-readable text' },
    data: { description: 'Details, such as failed orders with reasons, or changes made by others' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field → text' },
  },
  examples: [{ status: 0, message: 'What happened, and what to do', data: null }],
};

function operation(name: string, call: Call, subject: string) {
  const input = schemaOf(call.input, 'input');
  const properties = (input.properties ?? {}) as Record<string, JsonSchema>;
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!);
  const others = Object.keys(properties).filter((key) => !inPath.includes(key));
  const inQuery = call.method === 'GET' ? others : [];
  const inBody = call.method === 'GET' ? [] : others;
  const isRequired = (key: string) => (input.required as string[] | undefined)?.includes(key) === true;
  const parameter = (key: string, where: 'path' | 'query') => ({
    name: key,
    in: where,
    required: where === 'path' || isRequired(key),
    schema: properties[key] ?? {},
  });
  const keyed = call.method !== 'GET' && !call.answers && !isAudience(call.needs);
  return {
    operationId: name,
    tags: [subject],
    summary: call.summary,
    description: `For: ${isAudience(call.needs) ? call.needs : rolesText(call.needs)}`,
    security: call.needs === 'anyone' ? [] : [{ [isAudience(call.needs) ? call.needs : 'member']: [] }],
    parameters: [
      ...inPath.map((key) => parameter(key, 'path')),
      ...inQuery.map((key) => parameter(key, 'query')),
      ...(keyed ? [idempotencyKey] : []),
    ],
    ...(inBody.length > 0 && {
      requestBody: requestBody(call, {
        ...input,
        properties: Object.fromEntries(inBody.map((key) => [key, properties[key]])),
        required: inBody.filter(isRequired),
      }),
    }),
    responses: {
      200: { description: 'Done', content: doneContent(call) },
      ...Object.fromEntries(refusalsOf(call).map((refusal) => [refusal.status, refusalResponse(refusal)])),
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated key returns the first response without repeating the call',
  schema: { type: 'string', maxLength: 200 },
};

function requestBody(call: Call, input: JsonSchema) {
  if (!call.files) {
    const description = `At most ${bodyLimitOf(call) / 1024} KB, not compressed`;
    return { required: true, description, content: { 'application/json': { schema: input } } };
  }
  const files = Object.fromEntries(call.files.map((field) => [field, { type: 'string', format: 'binary' }]));
  const schema = { ...input, properties: { ...(input.properties as object), ...files } };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

const doneContent = (call: Call) =>
  call.answers ? { [call.answers]: {} } : { 'application/json': { schema: answerSchema(call) } };

const answerSchema = ({ data, extras }: Call) =>
  schemaOf(v.object({ status: v.literal(1), message: v.string(), data, ...extras }), 'output');

function refusalResponse({ when, retryAfter }: PossibleRefusal) {
  return {
    description: when,
    ...(retryAfter && { headers: { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } } }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}

/** Ignores errors, because JSON Schema cannot express transformations and custom checks. */
function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode });
  return rest;
}
