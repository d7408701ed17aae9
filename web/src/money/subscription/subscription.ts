// What other features use of the subscription.
export { SubscriptionRow } from './SubscriptionRow.tsx'
