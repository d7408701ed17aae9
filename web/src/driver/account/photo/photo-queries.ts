// The photo: read with the driver's token, kept while the app is open, changed and removed.
import { changePhoto, deletePhoto, photo } from '@parkit/contract/driver/profile'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { download, upload } from '#platform/file-transfer.ts'
import { profileKey, useProfile } from '../profile-query.ts'

const keyOf = (url: string) => ['account.photo', url]

/** The address names the very picture, so what was read of it stays true. */
const usePhotoBlob = (url: string | null | undefined, isWanted: boolean) =>
  useQuery({
    queryKey: keyOf(url ?? ''),
    queryFn: ({ signal }) =>
      download(photo, { query: { v: new URLSearchParams(url?.split('?')[1]).get('v') ?? undefined } }, signal),
    enabled: Boolean(url) && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data

type Shown = { url: string | null | undefined; blob: Blob | undefined; src: string | undefined }

/** The driver's photo: `url` where there is one, `src` for an image element once it was read. */
export function usePhoto(isWanted = true): Shown {
  const url = useProfile().data?.PhotoUrl
  const blob = usePhotoBlob(url, isWanted)
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!blob) return setSrc(undefined)
    const url = URL.createObjectURL(blob)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return { url, blob, src }
}

const remember = (queries: QueryClient, answer: { PhotoUrl: string | null }) =>
  queries.setQueryData(profileKey, (before: object | undefined) => before && { ...before, ...answer })

export function useSavePhoto() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (file: Blob) => upload(changePhoto, file),
    onSuccess: answer => remember(queries, answer),
  })
}

export function useRemovePhoto() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: () => send(deletePhoto, {}), onSuccess: answer => remember(queries, answer) })
}
