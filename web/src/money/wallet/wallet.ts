// What other features use of the wallet.
export { AccountSwitch } from './AccountSwitch.tsx'
export { AmountForm } from './AmountForm.tsx'
export { AmountSheet } from './AmountSheet.tsx'
export { type Amount, readAmount, typedAmount } from './amount.ts'
export { CardChoice, CardMark, defaultMethod, SandboxTag } from './CardChoice.tsx'
export { GuestInvitation } from './GuestInvitation.tsx'
export { methodsKey, useBalance, useMethods } from './wallet-queries.ts'
export { useWalletWords } from './words.ts'
