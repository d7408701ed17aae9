// The bank test's member of staff: refunds sessions, and signs in again when the clock ended the sign-in.
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Answer } from '@parkit/contract/platform/call'
import type { refund } from '@parkit/contract/staff/desk-drivers'
import { acceptInvite, deskConfirm, deskSignIn } from '@parkit/contract/staff/desk-staff'
import { require } from '../api.ts'
import { main } from '../server.ts'

const Email = 'ana@parkit.example'
const Password = 'nine green bays'

export type Desk = { token(): string; signIn(): Promise<void> }

/** Invited by the command that the README names, of the build with this program; `address` answers the calls. */
export const openDesk = async (address: string, DATABASE_URL: string, program = main): Promise<Desk> => {
  // this process goes on meanwhile: the command may reach the database through its proxy
  const invite = join(dirname(program), '../staff/desk/invite.ts')
  const env = { ...process.env, DATABASE_URL }
  const { stdout } = await promisify(execFile)(process.execPath, [invite, Email], { env })
  const Secret = /\/desk#(\S+)/.exec(stdout)![1]!
  let { Token } = await require(address, acceptInvite, { body: { Secret, Name: 'Ana', Password } })
  let signingIn: Promise<void> | undefined
  const signIn = async () => {
    const { ChallengeId, SandboxCode } = await require(address, deskSignIn, { body: { Email, Password } })
    const signedIn = await require(address, deskConfirm, { body: { ChallengeId, Code: SandboxCode! } })
    Token = signedIn.Token
  }
  return {
    token: () => Token,
    /** once for all who ask meanwhile */
    signIn: () => {
      signingIn ??= signIn().finally(() => {
        signingIn = undefined
      })
      return signingIn
    },
  }
}

export type PaidBack = { Items: { Id: string; Amount: number; To: 'wallet' | 'card' }[] }

/** What one press paid back, told by its reason: the call's answer has all of the session's, as they stand now. */
export const paidBackFor = (reason: string, { Items }: Answer<typeof refund>): PaidBack => ({
  Items: Items.filter(({ Reason }) => Reason === reason)
    .map(({ Id, Amount, To }) => ({ Id, Amount, To }))
    .toSorted((a, b) => (a.Id < b.Id ? -1 : 1)),
})
