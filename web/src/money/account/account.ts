// What other features use of the wallet's account screens.
/** For `lazySheet`. */
export const loadAddMoneySheet = () => import('./AddMoneySheet.tsx')
