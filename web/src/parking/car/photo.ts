// A photo for this device alone: upright, and small enough for the browser's storage.

const mostSide = 1_024
const quality = 0.6

/** A `data:` address of a JPEG. Throws where this browser can't read it. What a phone writes into a photo, its place too, is left out. */
export async function shrinkPhoto(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, mostSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('The photo could not be drawn')
  paint.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality)
}
