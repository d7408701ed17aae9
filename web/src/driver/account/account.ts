// What other features use of the driver's account.
export { loadFace, profileKey, useProfile } from './profile-query.ts'
export { isSamePlate } from './quick/path.ts'
export { SandboxCode } from './SandboxCode.tsx'
