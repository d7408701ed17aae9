// What other features use of auto top-up.
export { TopUpRows } from './TopUpRows.tsx'
