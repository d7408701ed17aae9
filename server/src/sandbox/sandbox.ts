// The sandbox's front door: the stand-in for mail and text messages, and what it was handed, for the features that send.
export { keepMessage as keepSandboxMessage } from '#sandbox/message-store.ts'
export { createSandboxMessages } from '#sandbox/messages.ts'
export { createSandboxStripe } from '#sandbox/stripe.ts'
