// What other features use of refunds and withdrawals.
export { SessionRefunds } from './SessionRefunds.tsx'
export { WithdrawRow } from './WithdrawRow.tsx'
export { useWithdrawWords } from './words.ts'
