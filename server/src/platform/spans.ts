// Spans of requests, statements, jobs and calls to the card provider, exported by OpenTelemetry where configured.
import type { Attributes, Tracer } from '@opentelemetry/api'
import { currentTrace, type Trace, traced, traceOfJob } from './trace.ts'

type Exporter = { tracer: Tracer; api: typeof import('@opentelemetry/api') }

/** Null: no spans are exported, and measuring costs nothing. */
let exporter: Exporter | null = null

type Warn = (message: string) => void

/**
 * Exports spans of this process from now on; OpenTelemetry's own variables (`OTEL_…`) set the collector, the sampling and
 * the name. Its libraries are loaded only here. `warn` is called where the collector can't be reached. Returns what sends
 * the rest and stops; never throws for a collector.
 */
export const beginSpans = async (warn: Warn): Promise<() => Promise<void>> => {
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const nothing = () => {}
  api.diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'parkit' }).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  exporter = { tracer: provider.getTracer('parkit'), api }
  return async () => {
    exporter = null
    await provider.shutdown().catch((error: unknown) => warn(`The last spans were lost: ${error}`))
  }
}

type Kind = 'SERVER' | 'CLIENT' | 'CONSUMER'

/** `trace` is for the work inside: outgoing calls name this span as their parent. */
export type Span = { trace: Trace; end: (attributes?: Attributes, failed?: boolean) => void }

/** Attributes name no person and hold no value of a row: routes, names of statements, kinds of jobs. */
export const beginSpan = (within: Trace, name: string, kind: Kind, attributes: Attributes = {}): Span => {
  if (!exporter) return { trace: within, end: () => {} }
  const { tracer, api } = exporter
  // well-formed, as `traceOf` took it
  const [, parentTrace, parentSpan, flags] = within.traceparent?.split('-') ?? []
  const parent = parentTrace && { traceId: parentTrace, spanId: parentSpan!, traceFlags: Number.parseInt(flags!, 16) }
  const span = tracer.startSpan(
    name,
    { kind: api.SpanKind[kind], attributes: { ...attributes, 'parkit.request_id': within.requestId } },
    parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT,
  )
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    trace: { ...within, traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}` },
    end: (more = {}, failed = false) => {
      span.setAttributes(more)
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** `work` as a span of its own. */
export const spanned = async <Result>(
  within: Trace,
  name: string,
  kind: Kind,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> => {
  const span = beginSpan(within, name, kind, attributes)
  try {
    const result = await traced(span.trace, work)
    span.end()
    return result
  } catch (error) {
    span.end({}, true)
    throw error
  }
}

/** A statement by its name, never its values; no span outside a request or a job. */
export const spannedStatement = <Result>(name: string, ask: () => Promise<Result>): Promise<Result> => {
  const within = exporter && currentTrace()
  return within
    ? spanned(within, name, 'CLIENT', { 'db.system.name': 'postgresql', 'db.operation.name': name }, ask)
    : ask()
}

export type Answered = (seconds: number, status: number, providerRequestId: string | null) => void

/** Sends the request's ID along; `onAnswer` gets the duration and the status, 0 where no answer came. */
export const tracedFetch =
  (send: typeof fetch, onAnswer: Answered): typeof fetch =>
  async (input, init) => {
    const method = init?.method ?? 'GET'
    const { trace, end } = beginSpan(currentTrace() ?? traceOfJob(null), method, 'CLIENT', {
      'http.request.method': method,
    })
    const headers = new Headers(init?.headers)
    headers.set('x-request-id', trace.requestId)
    if (trace.traceparent) headers.set('traceparent', trace.traceparent)
    const began = performance.now()
    const finish = (status: number, providerRequestId: string | null) => {
      end({ 'http.response.status_code': status }, status === 0 || status >= 500)
      onAnswer((performance.now() - began) / 1_000, status, providerRequestId)
    }
    try {
      const answer = await send(input, { ...init, headers: Object.fromEntries(headers) })
      finish(answer.status, answer.headers.get('request-id'))
      return answer
    } catch (error) {
      finish(0, null)
      throw error
    }
  }
