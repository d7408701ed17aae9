// A chosen picture on a canvas: read however large it is, shown, and cut to the square that is sent.
import { photo } from '@parkit/contract/platform/limits'
import { type Crop, mostZoom, sideOf } from './crop.ts'

/** Enough for the closest zoom; a picture of 50 megapixels would take too much memory. */
const mostSidePixels = photo.sidePixels * mostZoom

const canvasOf = (width: number, height: number) => Object.assign(document.createElement('canvas'), { width, height })

/** Upright, whatever the phone says of its side. Throws where this browser can't read it. */
export const openPicture = async (file: Blob): Promise<HTMLCanvasElement> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, mostSidePixels / Math.min(bitmap.width, bitmap.height))
  const canvas = canvasOf(Math.max(1, Math.round(bitmap.width * scale)), Math.max(1, Math.round(bitmap.height * scale)))
  const paint = canvas.getContext('2d')!
  paint.imageSmoothingQuality = 'high'
  paint.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas
}

/** Draws the square of `picture` over the whole of `target`. */
export const drawCrop = (target: HTMLCanvasElement, picture: HTMLCanvasElement, crop: Crop): void => {
  const side = sideOf(picture, crop)
  const paint = target.getContext('2d')!
  paint.imageSmoothingQuality = 'high'
  paint.clearRect(0, 0, target.width, target.height)
  paint.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, target.width, target.height)
}

const toBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.9))

/** The square to send. Throws where the browser has no memory for it. */
export const cutPicture = async (picture: HTMLCanvasElement, crop: Crop): Promise<Blob> => {
  const side = Math.max(1, Math.min(photo.sentSidePixels, Math.round(sideOf(picture, crop))))
  const canvas = canvasOf(side, side)
  drawCrop(canvas, picture, crop)
  const webp = await toBlob(canvas, 'image/webp')
  // a browser that writes no WebP writes a PNG, which is far larger than a JPEG
  const blob = webp?.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg')
  if (!blob) throw new Error('The picture could not be written')
  return blob
}
