// The places on Home, loaded beside it in one file: Park again, and the places of the last stays.
export { ParkAgain } from './ParkAgain.tsx'
export { RecentPlaces } from './RecentPlaces.tsx'
