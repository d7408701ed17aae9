// Text messages by Twilio's REST interface.
import { NotTaken, type Sender } from '#platform/outbox.ts'

const timeoutMs = 10_000

type Settings = { accountSid: string; authToken: string; from: string; apiUrl: string }

/** `from` is a phone as E.164, or a messaging service (MG…). */
export const createSmsSender = ({ accountSid, authToken, from, apiUrl }: Settings): Sender => {
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, apiUrl)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return async ({ recipient, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({
        To: recipient,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: body,
      }),
      // the credentials go to the configured host alone
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer = await response.text()
    // the service's own words may repeat the number, so only its error's number is kept
    if (!response.ok) {
      const said = `The text message was refused: ${response.status} ${/"code": *(\d+)/.exec(answer)?.[1] ?? ''}`
      // what stood between may have passed it on before it failed
      throw [500, 502, 504].includes(response.status) ? new Error(said) : new NotTaken(said)
    }
  }
}
