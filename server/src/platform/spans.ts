// Spans of requests, statements, jobs and calls to the card provider, exported by OpenTelemetry where configured.
import type { Attributes, Tracer } from '@opentelemetry/api'
import { currentTrace, type Trace, traced, traceOfJob } from './trace.ts'

type Telling = { tracer: Tracer; api: typeof import('@opentelemetry/api') }

/** None: nothing is measured, and nothing is spent on it. */
let telling: Telling | null = null

type Complain = (message: string) => void

/**
 * Tells a collector from now on, in this process; OpenTelemetry's own variables (`OTEL_…`) say where, how much and under
 * which name. Its libraries are loaded only here. `complain` hears of a collector that does not listen. Answers what
 * sends the rest and ends it; never throws for a collector.
 */
export const beginSpans = async (complain: Complain): Promise<() => Promise<void>> => {
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const nothing = () => {}
  api.diag.setLogger(
    { error: complain, warn: complain, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const named = resources.detectResources({ detectors: [resources.envDetector] })
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'parkit' }).merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  telling = { tracer: provider.getTracer('parkit'), api }
  return async () => {
    telling = null
    await provider.shutdown().catch((error: unknown) => complain(`The last spans were lost: ${error}`))
  }
}

type Kind = 'SERVER' | 'CLIENT' | 'CONSUMER'

/** `trace` is what goes on inside of it: whoever is asked there hears of this span as his parent. */
export type Span = { trace: Trace; end: (attributes?: Attributes, failed?: boolean) => void }

/** Attributes name no person and hold no value of a row: routes, names of statements, kinds of jobs. */
export const beginSpan = (within: Trace, name: string, kind: Kind, attributes: Attributes = {}): Span => {
  if (!telling) return { trace: within, end: () => {} }
  const { tracer, api } = telling
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

/** A statement by its name, never its values; none of its own where nothing of ours goes on. */
export const spannedStatement = <Result>(name: string, ask: () => Promise<Result>): Promise<Result> => {
  const within = telling && currentTrace()
  return within
    ? spanned(within, name, 'CLIENT', { 'db.system.name': 'postgresql', 'db.operation.name': name }, ask)
    : ask()
}

export type Answered = (seconds: number, status: number, providerRequestId: string | null) => void

/** Tells the other side the request's name; `onAnswer` hears how long it took, and of 0 where none came. */
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
    const told = (status: number, theirs: string | null) => {
      end({ 'http.response.status_code': status }, status === 0 || status >= 500)
      onAnswer((performance.now() - began) / 1_000, status, theirs)
    }
    try {
      const answer = await send(input, { ...init, headers: Object.fromEntries(headers) })
      told(answer.status, answer.headers.get('request-id'))
      return answer
    } catch (error) {
      told(0, null)
      throw error
    }
  }
