// The calls as OpenAPI 3.1 at /api/openapi.json with a readable page at /api/docs, from the schemas that validate them.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { declines } from '@parkit/contract/money/declines'
import type { Declaration } from '@parkit/contract/platform/call'
import { commonErrors, errors } from '@parkit/contract/platform/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

const shape = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Record<string, unknown>
  return rest
}

const errorSchema = {
  type: 'object',
  required: ['Message', 'message', 'Code', 'ErrorDetails'],
  properties: {
    Message: { type: 'string' },
    message: { type: 'string' },
    Code: { type: 'string' },
    Fields: { type: 'object', additionalProperties: { type: 'string' } },
    Reason: { type: 'string', enum: Object.keys(declines) },
    ErrorDetails: { type: 'object', properties: { message: { type: 'string' } } },
  },
}

/** Every status the call may answer, with the codes behind it. */
const answers = (call: Declaration) => {
  const codes = [...new Set([...(call.errors ?? []), ...commonErrors])]
  const byStatus = Object.groupBy(codes, code => String(errors[code].status))
  const refusals = Object.entries(byStatus).map(([status, named]) => [
    status,
    { description: named!.join(', '), ...(Number(status) < 400 ? shape(call.answer, 'output') : errorSchema) },
  ])
  return { 200: { description: 'Done', ...shape(call.answer, 'output') }, ...Object.fromEntries(refusals) }
}

/** Register before the routes. */
export const openApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'ParkIt',
        version: '1.0.0',
        description: 'Find parking, pay for your time, add more from anywhere, and keep the receipt.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const call = route.config?.call
      if (!call) return { schema: { ...schema, hide: true }, url }
      return {
        url,
        schema: {
          summary: call.summary,
          tags: schema.tags ?? [],
          ...(call.who !== 'anyone' && { security: [{ bearer: [] }] }),
          ...(call.params && { params: shape(call.params, 'input') }),
          ...(call.query && { querystring: shape(call.query, 'input') }),
          ...(call.body && { body: shape(call.body, 'input') }),
          ...(call.upload && {
            consumes: ['multipart/form-data'],
            body: { type: 'object', properties: { [call.upload]: { type: 'string', format: 'binary' } } },
          }),
          ...(call.idempotent && {
            headers: {
              type: 'object',
              required: ['Idempotency-Key'],
              properties: { 'Idempotency-Key': { type: 'string', maxLength: 255 } },
            },
          }),
          ...(call.matched && {
            headers: { type: 'object', required: ['If-Match'], properties: { 'If-Match': { type: 'string' } } },
          }),
          ...(call.form && { consumes: ['application/x-www-form-urlencoded', 'application/json'] }),
          response: answers(call),
        },
      }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
