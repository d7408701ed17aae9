// The places on Home, loaded beside it in one file: Park again, the places of the last stays, and a wide screen's map.
export { ParkAgain } from './ParkAgain.tsx'
export { RecentPlaces } from './RecentPlaces.tsx'
