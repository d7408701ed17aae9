// What other features use of the way back to the car.
export { useCarSpot } from './car-spot.ts'
