// What other features use of the driver's account.
export { profileKey, useProfile } from './profile-query.ts'
export { isSamePlate } from './quick/path.ts'
export { SandboxCode } from './SandboxCode.tsx'

/** The driver's photo, for `lazy`. */
export const loadFace = () => import('./photo/Face.tsx')
