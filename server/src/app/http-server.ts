// The HTTP server before its routes: limits, headers, tracing, validation, compression, and the OpenAPI document.
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { addressBlock } from '#platform/address-block.ts'
import type { Config } from '#platform/config.ts'
import { answerError, registerContractValidation, traceRequests } from '#platform/http.ts'
import type { AppLog } from '#platform/log.ts'
import { openApi } from '#platform/openapi.ts'
import { type Foreign, securityHeaders } from '#platform/security-headers.ts'
import { createTurns } from '#platform/turns.ts'
import { inlineStyles } from '#platform/web.ts'
import { outboxStyle } from '#sandbox/outbox-routes.ts'

const limits = {
  /** a call's body; pictures and attachments set their own */
  bodyBytes: 64 * 1024,
  /** from the request's first byte to its last: a file of 10 MB over a phone's line */
  requestMs: 60_000,
  /** without a byte in either direction; event streams have one every 20 s */
  idleMs: 120_000,
  /** calls (paths under /api) of an address block in a minute, where the call names no limit of its own */
  callsPerMinute: 1_200,
}

/** Hosts that Stripe's own script is loaded from, frames, and calls. */
const stripeHosts: Foreign = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}
const noHosts: Foreign = { script: [], frame: [], connect: [] }

type Deps = {
  config: Pick<Config, 'stripe' | 'sandbox' | 'proxies' | 'rateLimit'>
  log: AppLog
  /** the folder of the built web app */
  web: string
}

export const createHttpServer = async ({ config, log, web }: Deps) => {
  const styles = [...inlineStyles(web), ...(config.sandbox ? [outboxStyle] : [])]
  const sendHeaders = securityHeaders(config.stripe ? stripeHosts : noHosts, styles)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // the log itself knows which request a line belongs to
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.idleMs,
    // requests that arrive during the drain are answered
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    trustProxy: config.proxies.length > 0 ? config.proxies : false,
    // no hook runs for a URL that can't be parsed
    frameworkErrors: (error, request, reply) => {
      sendHeaders(request, reply)
      return answerError(error, request, reply)
    },
  })
  app.decorateRequest('caller', null)
  const inTurn = createTurns()
  app.addHook('onRequest', (request, _, done) =>
    inTurn(addressBlock(request.ip), request.headers.authorization, () => done()),
  )
  traceRequests(app)
  registerContractValidation(app)
  app.addHook('onRequest', (request, reply, done) => {
    sendHeaders(request, reply)
    done()
  })
  if (config.rateLimit)
    await app.register(rateLimit, {
      max: limits.callsPerMinute,
      timeWindow: 60_000,
      keyGenerator: request => addressBlock(request.ip),
      // pages, scripts, and pictures are never refused: hundreds of phones may share one address
      allowList: ({ routeOptions }) => !routeOptions.url?.startsWith('/api/'),
    })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await app.register(formbody)
  await openApi(app)
  return app
}
