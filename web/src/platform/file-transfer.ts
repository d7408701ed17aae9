// Files to and from the server: an upload in a form, a download of what is not JSON.
import type { Answer, Call, Input } from '@parkit/contract/platform/call'
import { type Parts, request } from './client.ts'

/** Sends one file under the key that the call names; `params` go into its path. Throws CallError. */
export async function upload<const C extends Call & { upload: string }>(
  call: C,
  file: Blob,
  params: Record<string, string> = {},
): Promise<Answer<C>> {
  const body = new FormData()
  body.append(call.upload, file)
  return (await request(call, { params, body })).json()
}

/** A document of a call that answers no JSON. Throws CallError. */
export async function download<const C extends Call>(call: C, input: Input<C>, signal?: AbortSignal): Promise<Blob> {
  return (await request(call, input as Parts, undefined, signal)).blob()
}
