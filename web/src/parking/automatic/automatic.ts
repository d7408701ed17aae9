// What other features use of automatic parking.
export { AutoExtendRow } from './AutoExtendRow.tsx'
