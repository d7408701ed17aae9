// `npm run console:invite`: gives somebody roles in a city, and prints the secret of an invitation, once; or takes them away.
import { userInfo } from 'node:os'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { inviteMember, rolesOf } from './members.ts'

const usage = `Usage: npm run console:invite -- CITY EMAIL --roles owner,rates,money,permits,officer,viewer
       npm run console:invite -- CITY EMAIL --remove`

const options = readCommandLine(
  usage,
  {
    roles: { type: 'string' },
    remove: { type: 'boolean', default: false },
    by: { type: 'string', default: userInfo().username },
  },
  (values, [code, email = '', ...rest]) => {
    const isWhole = code !== undefined && rest.length === 0 && values.remove === (values.roles === undefined)
    return isWhole && /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(email) ? { code, email, ...values } : null
  },
)
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const { code, email, by } = options
  const roles = options.roles === undefined ? [] : rolesOf(options.roles)
  const { secret } = await inviteMember(db, { code, email, roles, by }, systemClock.now())
  if (roles.length === 0) return console.log(`${email} has no roles in ${code} anymore.`)
  console.log(`${email} has the roles ${roles.join(', ')} in ${code}.`)
  if (secret)
    console.log(
      `Accepted once within three days, with a name and a password:\nPOST ${config.publicUrl}/api/Desk/Invitation {"Secret":"${secret}","Name":…,"Password":…}`,
    )
})
