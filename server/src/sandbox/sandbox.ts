// The sandbox's front door: the stand-in for mail and text messages, and what it was handed, for the features that send.
export { keepMessage as keepSandboxMessage } from './message-store.ts'
export { createSandboxMessages } from './messages.ts'
export { createSandboxStripe } from './stripe.ts'
