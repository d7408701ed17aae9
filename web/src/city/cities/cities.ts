// The entry of cities: what other areas use of them.
export { chooseCity, useChosenCity, useRegion } from './chosen-city.ts'
export { useCities, useUnits } from './city-queries.ts'
export { WhichCity } from './WhichCity.tsx'
export { useCityWords } from './words.ts'
