// Halves each file of the contract for the browser: its calls as the client speaks them, and the schemas of what they carry.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseSync } from 'vite'

/** What the client reads of a call; the rest is the server's. */
const spoken = ['method', 'path', 'who', 'once', 'form', 'upload']

const contract = join(import.meta.dirname, '../../contract/src/')

/** A screen that only asks brings no schemas along: they come with the forms that check by them, each by itself. */
export function spokenCalls(): Plugin {
  return {
    name: 'spoken-calls',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [file, half] = id.split('?') as [string, string?]
      if (!file.startsWith(contract)) return
      const { calls, schemas } = halve(readFileSync(file, 'utf8'))
      const code = () => {
        if (half === 'calls') return calls.map(([name, call]) => `export const ${name} = ${call}`).join('\n')
        if (half === 'schemas' || calls.length === 0) return schemas
        return `export { ${calls.map(([name]) => name).join()} } from '${file}?calls'\nexport * from '${file}?schemas'`
      }
      return { code: code(), moduleSideEffects: false }
    },
  }
}

/** The calls of a file, each with its declaration, and the file where nothing is made unless something uses it. */
function halve(source: string) {
  const calls: [name: string, call: string][] = []
  let schemas = ''
  let end = 0
  for (const statement of parseSync('contract.ts', source).program.body) {
    const exported = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (exported?.type !== 'VariableDeclaration') continue
    for (const { id, init } of exported.declarations) {
      if (id.type !== 'Identifier' || (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression')) continue
      const made = source.slice(init.start, init.end)
      schemas += `${source.slice(end, init.start)}/* @__PURE__ */ (() => (${made}))()`
      end = init.end
      if (init.type === 'ObjectExpression') continue
      const [declared] = init.arguments
      if (!made.startsWith('call(') || declared?.type !== 'ObjectExpression') continue
      const parts = declared.properties
        .filter(part => part.type === 'Property' && part.key.type === 'Identifier' && spoken.includes(part.key.name))
        .map(({ start, end }) => source.slice(start, end))
      calls.push([id.name, `{ ${parts.join()} }`])
    }
  }
  return { calls, schemas: schemas + source.slice(end) }
}
