// The sandbox's front door: the stand-in for mail and text messages, for the feature that sends them.
export { createSandboxMessages } from './messages.ts'
