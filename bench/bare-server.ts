// The baseline: one Fastify route that answers a given text.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => process.env.TEXT)
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
