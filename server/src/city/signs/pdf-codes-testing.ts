// For tests: the QR codes of a PDF, read from the squares that its pages draw.
import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'

/** `modules`: true is dark. */
export type PdfCode = { url: string; modules: boolean[][] }

const contentsOf = (pdf: Buffer): string[] => {
  const contents: string[] = []
  for (let from = pdf.indexOf('stream\n'); from >= 0; from = pdf.indexOf('stream\n', from + 1)) {
    const end = pdf.indexOf('\nendstream', from)
    try {
      contents.push(inflateSync(pdf.subarray(from + 'stream\n'.length, end)).toString('latin1'))
    } catch {
      // the end of a stream, or a part that is not compressed
    }
  }
  return contents
}

const quiet = 4
const pixels = 4

/** What a camera sees of it. */
export const drawModules = (modules: boolean[][]) => {
  const side = (modules.length + 2 * quiet) * pixels
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (modules[Math.floor(y / pixels) - quiet]?.[Math.floor(x / pixels) - quiet])
        data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
  return { width: side, height: side, data }
}

/** One of each page that has one, in the order of the pages. */
export const readPdfCodes = (pdf: Buffer): PdfCode[] =>
  contentsOf(pdf).flatMap(content => {
    const squares = [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
      .map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width, height }))
      .filter(({ width, height }) => width === height && Number(width) < 20)
    if (squares.length < 100) return []
    const size = Number(squares[0]!.width)
    const left = Math.min(...squares.map(({ x }) => x))
    const top = Math.min(...squares.map(({ y }) => y))
    const side = Math.round((Math.max(...squares.map(({ x }) => x)) - left) / size) + 1
    const modules = Array.from({ length: side }, () => Array<boolean>(side).fill(false))
    for (const { x, y } of squares) modules[Math.round((y - top) / size)]![Math.round((x - left) / size)] = true
    return [{ url: decodeQR(drawModules(modules)), modules }]
  })
