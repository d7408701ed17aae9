// For tests: members of staff, invited and signed in.
import { acceptInvite } from '@parkit/contract/staff/desk-staff'
import type { TestServer } from '#app/testing.ts'
import { inviteLead } from './desk.ts'

export const staffPassword = 'nine green bays'

/** The token of somebody new at the desk. */
export const staffToken = async (
  parkit: Pick<TestServer, 'db' | 'call' | 'clock'>,
  Name = 'Ana',
  email = `${Name.toLowerCase()}@parkit.example`,
): Promise<string> => {
  const Secret = await inviteLead(parkit.db, email, parkit.clock.now())
  const { body, status, error } = await parkit.call(acceptInvite, { body: { Secret, Name, Password: staffPassword } })
  if (status !== 200) throw new Error(`The test’s staff was refused: ${JSON.stringify(error)}`)
  return body.Token
}
