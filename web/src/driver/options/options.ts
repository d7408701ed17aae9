// What other features use of the parking options.
export { OptionsCard } from './OptionsCard.tsx'
