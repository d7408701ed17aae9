// The entry of the sandbox: its stand-ins for mail, text messages and the card provider.
export { storeMessages as storeSandboxMessages } from './message-store.ts'
export { createSandboxMessages } from './messages.ts'
export { createSandboxStripe } from './stripe.ts'
