// Solves the proof of work that the server asks for where others used up the codes of this address or area.
import type { Challenge, Solution } from 'altcha-lib/types'
import workerUrl from './proof-worker.ts?worker&url'
import { trustedUrl } from './trusted-url.ts'

/** The value of the header that the same call is repeated with. Throws where this browser can't solve it. */
export const solveProof = async (asked: unknown): Promise<string> => {
  const { algorithm, challenge, salt, maxnumber, signature } = asked as Challenge
  const worker = new Worker(trustedUrl(workerUrl), { type: 'module' })
  try {
    const solution = await new Promise<Solution | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('The proof of work could not be solved'))
      worker.postMessage({ type: 'work', payload: { algorithm, challenge, salt, max: maxnumber, start: 0 } })
    })
    return btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: solution!.number }))
  } finally {
    worker.terminate()
  }
}
