// For tests: an authenticator in software, which makes and uses passkeys as a phone does, and can be told to misbehave.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Key = { id: Buffer; privateKey: KeyObject; cose: Buffer; userHandle: string; counter: number }
type Client = { origin: string; rpId: string }

/** Where a server with the usual settings thinks it is. */
export const sandboxClient: Client = { origin: 'http://localhost:3000', rpId: 'localhost' }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** COSE of a P-256 key that signs with SHA-256, as CBOR. */
const coseOf = (publicKey: KeyObject): Buffer => {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const part = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')])
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), part(0x21, x!), part(0x22, y!)])
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** `origin`: the page that asks. */
export const createAuthenticator = ({ origin, rpId }: Client) => {
  const keys: Key[] = []

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const authenticatorData = (bits: number, counter: number, rest = Buffer.alloc(0), forId = rpId) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(forId), Buffer.from([bits]), count, rest])
  }

  return {
    keys,

    create: (options: { challenge: string; user: { id: string } }, { from = origin, verified = true } = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const key = { id: randomBytes(32), privateKey, cose: coseOf(publicKey), userHandle: options.user.id, counter: 1 }
      keys.push(key)
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, key.id.length]), key.id, key.cose])
      const bits = flags.present | flags.attested | (verified ? flags.verified : 0)
      const data = authenticatorData(bits, key.counter, credential)
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
      const attestation = Buffer.concat([head, Buffer.from([0x58, data.length]), data])
      return {
        id: base64url(key.id),
        rawId: base64url(key.id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, from)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },

    /** Signs in with `key`; `counter`: what the authenticator says it has counted, one more than before unless given. */
    get: (
      options: { challenge: string },
      {
        key = keys.at(-1)!,
        from = origin,
        forId = rpId,
        verified = true,
        counter,
      }: { key?: Key; from?: string; forId?: string; verified?: boolean; counter?: number } = {},
    ) => {
      key.counter = counter ?? key.counter + 1
      const bits = flags.present | (verified ? flags.verified : 0)
      const data = authenticatorData(bits, key.counter, Buffer.alloc(0), forId)
      const client = clientData('webauthn.get', options.challenge, from)
      return {
        id: base64url(key.id),
        rawId: base64url(key.id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)),
          userHandle: key.userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
