// A command of the model test: done by both sides, which are compared after it.
import type { RequiresAction } from '@parkit/contract/money/cards'
import type fc from 'fast-check'
import type { Fault } from './charges-testing.ts'
import { compare } from './comparison-testing.ts'
import { judge } from './model-testing.ts'
import type { Outcome, Request, State } from './state-testing.ts'
import type { World } from './world-testing.ts'

export type Model = { state: State; startedAt: number; requests: Request[]; actions: Map<string, RequiresAction> }
export type Command = fc.AsyncCommand<Model, World>

/** Compares the driver whose number a command returned, or both. */
export const look = async ({ state }: Model, real: World, only?: unknown): Promise<void> => {
  for (const who of typeof only === 'number' ? [only] : state.drivers.keys()) compare(state, who, await real.see(who))
}

/** A second passes before each command, and both sides are compared after it. */
export const command = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: World) => Promise<unknown>,
): Command => ({
  check,
  toString: () => name,
  run: async (model, real) => {
    real.advance(1_000)
    model.state.now = real.now()
    const only = await run(model, real)
    model.state.now = real.now()
    await look(model, real, only)
  },
})

/** How often each call got each answer, and how sessions, charges, and refunds ended. */
export const tally = new Map<string, number>()
export const count = (what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1)

export const note = ({ requests, actions }: Model, request: Request, { code, body }: Outcome): void => {
  count(`${request.call} ${code}`)
  if (!requests.some(({ key }) => key === request.key)) requests.push(request)
  if (code === 'asked') actions.set(request.key, body.RequiresAction as RequiresAction)
}

export const send = async (
  model: Model,
  real: World,
  request: Request,
  server: number,
  fault: Fault | null,
): Promise<number> => {
  const outcome = await real.send(request, server, fault)
  note(model, request, outcome)
  judge(model.state, request, outcome, fault)
  return request.driver
}
