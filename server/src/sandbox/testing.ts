// For tests: a sandbox on a database of its own, called through the real SDK without retries, with its jobs.
import Stripe from 'stripe'
import { createJobs } from '#platform/jobs.ts'
import { createTestDatabase, type TestClock } from '#platform/testing.ts'
import { createSandboxStripe } from './stripe.ts'

export const startSandbox = async (clock: TestClock) => {
  const db = await createTestDatabase()
  const sandbox = createSandboxStripe({ db, clock })
  const connect = (key: string) =>
    new Stripe(key, {
      httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
      telemetry: false,
      maxNetworkRetries: 0,
    })
  const outside = { ...sandbox.jobs, 'sandbox-webhook': async () => {} }
  const jobs = createJobs({ db, clock, handlers: {}, outside })
  return { db, sandbox, connect, stripe: connect(sandbox.secretKey), jobs }
}
export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>
