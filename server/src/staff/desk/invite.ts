// `npm run desk:invite EMAIL`: invites a member of staff and prints the link, once. The same e-mail again makes a new one.
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { migrate } from '#platform/migrate.ts'
import { invitationLink, inviteLead } from './desk.ts'

const email = process.argv[2]?.trim() ?? ''
if (!/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(email)) {
  console.error('Usage: npm run desk:invite EMAIL')
  process.exit(1)
}
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const secret = await inviteLead(db, email, systemClock.now())
  console.log(`Invitation of ${email}, for three days and once:\n${invitationLink(config.publicUrl, secret)}`)
})
