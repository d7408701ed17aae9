// The entry of the sandbox: its stand-ins for mail, text messages and the card provider.
export { storeMessage as storeSandboxMessage } from './message-store.ts'
export { createSandboxMessages } from './messages.ts'
export { createSandboxStripe } from './stripe.ts'
