// For tests: a city's own staff, signed in, and forms with files of imports.
import type { CityRole } from '@parkit/contract/platform/choices'
import { acceptInvite } from '@parkit/contract/staff/desk-staff'
import type { TestServer } from '#app/testing.ts'
import { staffPassword } from '#staff/desk/testing.ts'
import { inviteMember } from './members.ts'

/** The token of somebody new who has these roles in a city. */
export const memberToken = async (
  parkit: Pick<TestServer, 'db' | 'call' | 'clock'>,
  code: string,
  Name: string,
  roles: readonly CityRole[],
): Promise<string> => {
  const email = `${Name.toLowerCase()}@city.example`
  const { secret } = await inviteMember(parkit.db, { code, email, roles, by: 'test' }, parkit.clock.now())
  const { body, status, error } = await parkit.call(acceptInvite, {
    body: { Secret: secret ?? '', Name, Password: staffPassword },
  })
  if (status !== 200) throw new Error(`The test’s staff was refused: ${JSON.stringify(error)}`)
  return body.Token
}

/** A form of the upload: fields first, then files by role and name. */
export const importForm = (
  fields: Record<string, string>,
  files: [role: string, name: string, content: Uint8Array | string][],
) => {
  const boundary = 'parkit-test'
  const lines: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    lines.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const [role, name, content] of files)
    lines.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${role}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    )
  lines.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat(lines),
  }
}
