// For tests: one picture of 6 × 4 pixels in each form, bare, and with what a phone would tell beside it.

const base64 = {
  jpeg: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAaEAEAAQUAAAAAAAAAAAAAAAAAAQIGNHOx/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAP/xAAXEQEAAwAAAAAAAAAAAAAAAAAAAgQz/9oADAMBAAIRAxEAPwCUuLPo1R2QBCtlF//Z',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAI0lEQVR4AZSJsQkAAAzCxKf7U59sN8XRQCAQYuckDJ1Z/XgAAAD//6mmVMQAAAAGSURBVAMAUlcGadyh6ggAAAAASUVORK5CYII=',
  webp: 'UklGRjIAAABXRUJQVlA4ICYAAABQAQCdASoGAAQAAsBMJagABDOAAP7cTj/+f+/R/BMfWPtE/wAAAA==',
  lossless: 'UklGRh4AAABXRUJQVlA4TBIAAAAvBcAAEA8wqjF38x84ehDR/wA=',
}

export type Form = keyof typeof base64

export const bare = Object.fromEntries(
  Object.entries(base64).map(([form, text]) => [form, Buffer.from(text, 'base64')]),
) as Record<Form, Buffer>

/** What nobody but the phone needs to know. */
export const secret = 'Exif GPS 41.8820 -87.6278'
const told = Buffer.from(`Exif\0\0${secret}`)

const sized = (write: (size: Buffer) => number, bytes = 4) => {
  const size = Buffer.alloc(bytes)
  write(size)
  return size
}

const jpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), sized(size => size.writeUInt16BE(data.length + 2), 2), data])
// its sum is nobody's business here
const pngChunk = (type: string, data: Buffer) =>
  Buffer.concat([sized(size => size.writeUInt32BE(data.length)), Buffer.from(type), data, Buffer.alloc(4)])
const webpChunk = (type: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(type),
    sized(size => size.writeUInt32LE(data.length)),
    data,
    Buffer.alloc(data.length % 2),
  ])
const webp = (...chunks: Buffer[]) => webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))

/** 6 × 4; 0x0c: there is Exif and XMP */
const extended = webpChunk('VP8X', Buffer.from([0x0c, 0, 0, 0, 5, 0, 0, 3, 0, 0]))

export const telling: Record<Form, Buffer> = {
  jpeg: Buffer.concat([
    bare.jpeg.subarray(0, 2),
    jpegSegment(0xe1, told),
    jpegSegment(0xfe, told),
    bare.jpeg.subarray(2),
    Buffer.from(`a film behind it: ${secret}`),
  ]),
  png: Buffer.concat([
    bare.png.subarray(0, 33),
    pngChunk('eXIf', told),
    pngChunk('tEXt', told),
    bare.png.subarray(33),
    told,
  ]),
  webp: Buffer.concat([webp(extended, bare.webp.subarray(12), webpChunk('EXIF', told), webpChunk('XMP ', told)), told]),
  lossless: webp(bare.lossless.subarray(12), webpChunk('EXIF', told)),
}

export const animated = webp(extended, webpChunk('ANIM', Buffer.alloc(6)), webpChunk('ANMF', Buffer.alloc(24)))

/** The same picture, said to be so large. */
export const pngOf = (width: number, height: number) => {
  const png = Buffer.from(bare.png)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
