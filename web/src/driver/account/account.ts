// What other features use of the driver's account.

export { confirmedEmail } from './email/confirmed-email.ts'
export { PasskeyOffer } from './passkeys/PasskeyOffer.tsx'
export { default as Face } from './photo/Face.tsx'
export { loadFace } from './photo/load-face.ts'
export { profileKey, repairStoredUser, useProfile } from './profile-query.ts'
export { isSamePlate } from './quick/path.ts'
export { SandboxCode } from './SandboxCode.tsx'
