// Re-encodes an uploaded picture, upright and scaled, so that no metadata remains.
import type Sharp from 'sharp'

type PictureShape = {
  sidePixels: number
  /** `cover` cuts to a square, `inside` keeps all of it and never enlarges */
  fit: 'cover' | 'inside'
  /** of the picture as sent; one of more is refused unread */
  mostPixels: number
}

/** No picture takes longer; a file made to be slow is refused. */
const mostSeconds = 20

const loadSharp = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp')
  // what it may read is known by the bytes, never by a name: no drawings with scripts, no films, no documents
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Its machinery is large: it comes with the first picture, not with the server. */
let sharp: Promise<typeof Sharp> | undefined

/** One at a time, in a thread of its own: however many are sent, the other calls keep the rest of the machine. */
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

/** A WebP; none where the bytes are no whole JPEG, PNG or WebP of at most so many pixels. */
export const makePicture = (bytes: Buffer, { sidePixels, fit, mostPixels }: PictureShape): Promise<Buffer | null> =>
  inTurn(async () => {
    sharp ??= loadSharp()
    const read = await sharp
    try {
      return await read(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
        .autoOrient()
        .resize({ width: sidePixels, height: sidePixels, fit, withoutEnlargement: fit === 'inside' })
        .timeout({ seconds: mostSeconds })
        .webp({ quality: 82 })
        .toBuffer()
    } catch {
      return null
    }
  })
