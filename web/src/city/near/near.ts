// What other features use of the map of the nearest places, for `lazy`.
export const loadNearMap = () => import('./NearMap.tsx')
