// `npm run desk:invite EMAIL`: invites a member of staff and prints the link, once. The same e-mail again makes a new one.
import { systemClock } from '#platform/clock.ts'
import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { invitationLink, inviteLead } from './desk.ts'

const email = process.argv[2]?.trim() ?? ''
if (!/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/.test(email)) {
  console.error('Usage: npm run desk:invite EMAIL')
  process.exit(1)
}
const config = readConfig(process.env)
const { connectionString, close } = await openCommandDatabase(config)
await migrate({ connectionString })
const db = openDatabase({ connectionString, poolSize: 1 })
const secret = await inviteLead(db, email, systemClock.now())
console.log(`Invitation of ${email}, for three days and once:\n${invitationLink(config.publicUrl, secret)}`)
await db.close()
await close()
