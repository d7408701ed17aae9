// The least a server here can do: one route of Fastify that answers the text it is given; for a measurement beside it.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', () => process.env.TEXT)
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
