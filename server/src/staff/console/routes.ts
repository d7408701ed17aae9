// Mounts the calls of a city's console: each admits its caller by the roles that the contract names for it.

import type { Call } from '@parkit/contract/platform/call'
import { imports as limits } from '@parkit/contract/platform/limits'
import * as imports from '@parkit/contract/staff/console-imports'
import * as rules from '@parkit/contract/staff/console-rules'
import * as sources from '@parkit/contract/staff/console-sources'
import * as team from '@parkit/contract/staff/console-team'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CityRow } from '#city/cities/cities.ts'
import type { Staff } from '#platform/auth.ts'
import { takeFiles } from '#platform/files.ts'
import type { Handler, Mount } from '#platform/http.ts'
import type { Console } from './console.ts'

type Context<C extends Call> = Parameters<Handler<C>>[0]
type CityHandler<C extends Call> = (context: Context<C> & { city: CityRow }) => ReturnType<Handler<C>>

/** Mounts a call of one city, which its handler is given once its caller is admitted. */
const cityMount =
  (mountCall: Mount, { admit }: Console) =>
  <const C extends Call>(call: C, handler: CityHandler<C>): void =>
    mountCall(call, async context => {
      const { params, caller } = context as unknown as { params: { city: string }; caller: Staff }
      return handler({ ...context, city: await admit(params.city, caller.staffId, call) })
    })

const mountMine = (mount: Mount, { team: { mine } }: Console): void =>
  mount(team.myCities, ({ caller }) => mine(caller))

const mountImports = async (app: FastifyInstance, mounts: (door: FastifyInstance) => Mount, cityConsole: Console) => {
  const { imports: calls } = cityConsole
  const mount = cityMount(mounts(app), cityConsole)
  mount(imports.cityImports, context => calls.list(context, context.query))
  mount(imports.checkImport, context => calls.check(context, context.params.id))
  mount(imports.publishImport, async context => {
    const { params, body, idempotencyKey, language, reply } = context
    const answer = await calls.publish(context, params.id, body, idempotencyKey, language)
    if (answer.Proposal) reply.status(202)
    return answer
  })
  mount(imports.undoImport, async context => {
    const { params, idempotencyKey, language, reply } = context
    const answer = await calls.undo(context, params.id, idempotencyKey, language)
    if (answer.Proposal) reply.status(202)
    return answer
  })
  mount(imports.importRun, context => calls.get(context, context.params.id))
  mount(imports.importRows, context => calls.rows(context, context.params.id, context.query))
  await app.register(async door => {
    await takeFiles(door, limits.mostBytes, { files: limits.mostFiles, mostFieldBytes: 4 * limits.mostMapping })
    const mount = cityMount(mounts(door), cityConsole)
    mount(imports.uploadImport, context => calls.upload(context, context.request))
  })
}

/** Each of one source answers with its ETag, and what changes it takes that as If-Match. */
const mountSources = (app: FastifyInstance, mounts: (door: FastifyInstance) => Mount, cityConsole: Console): void => {
  const mount = cityMount(mounts(app), cityConsole)
  const { sources: calls } = cityConsole
  const tagged = async <A>(reply: FastifyReply, read: Promise<{ answer: A; etag: string }>): Promise<A> => {
    const { answer, etag } = await read
    reply.header('etag', etag)
    return answer
  }
  mount(sources.citySources, context => calls.list(context))
  mount(sources.citySource, context => tagged(context.reply, calls.read(context, context.params.source)))
  mount(sources.addFeed, context => tagged(context.reply, calls.add(context, context.body)))
  mount(sources.changeFeed, context => {
    const { reply, params, body, request } = context
    return tagged(reply, calls.change(context, params.source, body, request.headers['if-match']))
  })
  mount(sources.pauseFeed, context => {
    const { reply, params, body, request } = context
    return tagged(reply, calls.pause(context, params.source, body.Paused, request.headers['if-match']))
  })
  mount(sources.pollFeed, context => tagged(context.reply, calls.poll(context, context.params.source)))
  mount(sources.removeFeed, context =>
    tagged(context.reply, calls.end(context, context.params.source, context.request.headers['if-match'])),
  )
}

export const mountConsole = async (
  app: FastifyInstance,
  mounts: (door: FastifyInstance) => Mount,
  cityConsole: Console,
): Promise<void> => {
  await mountImports(app, mounts, cityConsole)
  mountSources(app, mounts, cityConsole)
  mountMine(mounts(app), cityConsole)
  const mount = cityMount(mounts(app), cityConsole)
  mount(rules.dayLists, context => cityConsole.rules.days(context))
  mount(rules.publishDayList, context => cityConsole.rules.publishDays(context, context.body))
  mount(rules.cityOverrides, context => cityConsole.rules.list(context))
  mount(rules.draftOverride, context => cityConsole.rules.draft(context, context.body))
  mount(rules.previewOverride, context => cityConsole.rules.preview(context, context.params.id))
  mount(rules.publishOverride, async context => {
    const { params, idempotencyKey, language, reply } = context
    const answer = await cityConsole.rules.publish(context, params.id, idempotencyKey, language)
    if (answer.Proposal) reply.status(202)
    return answer
  })
  mount(rules.cancelCityOverride, context =>
    cityConsole.rules.cancel(context, context.params.id, context.idempotencyKey),
  )

  mount(team.cityActs, context => cityConsole.team.acts(context, context.query))
  mount(team.cityProposals, context => cityConsole.team.proposals(context, context.query))
  mount(team.proposeLive, async context => {
    context.reply.status(202)
    return cityConsole.team.proposeLive(context, context.language)
  })
  mount(team.approveCityProposal, async context => {
    await cityConsole.approve(context, context.params.id, context.idempotencyKey)
    return { Message: '' }
  })
  mount(team.refuseCityProposal, context =>
    cityConsole.team.refuse(context, context.params.id, context.body.Reason, context.idempotencyKey),
  )
  mount(team.withdrawCityProposal, context =>
    cityConsole.team.withdraw(context, context.params.id, context.idempotencyKey),
  )
}
