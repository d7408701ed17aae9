// Chicago's neighborhoods and nearest suburbs by their centers: a place belongs to the nearest. Pure.
import { metresBetween, type Position } from './geometry.ts'

/** [latitude, longitude], written down by hand to about 200 m */
type Centre = [latitude: number, longitude: number]

const centres: Record<string, Centre[]> = {
  Loop: [
    [41.8845, -87.6275],
    [41.8835, -87.6335],
    [41.879, -87.6275],
    [41.8785, -87.6345],
  ],
  'Lakeshore East': [[41.8855, -87.6175]],
  'Grant Park': [[41.8755, -87.619]],
  'Printers Row': [[41.8735, -87.6292]],
  'South Loop': [
    [41.868, -87.6265],
    [41.867, -87.6335],
  ],
  'Museum Campus': [[41.8645, -87.614]],
  'Near South Side': [
    [41.856, -87.6235],
    [41.8505, -87.617],
  ],
  Chinatown: [[41.852, -87.633]],
  'River North': [
    [41.8925, -87.6325],
    [41.8935, -87.6395],
  ],
  'Magnificent Mile': [[41.8945, -87.6245]],
  Streeterville: [[41.8925, -87.618]],
  'Gold Coast': [[41.9045, -87.628]],
  'Old Town': [[41.911, -87.637]],
  'Near North Side': [
    [41.904, -87.642],
    [41.907, -87.652],
  ],
  'Fulton River District': [[41.8885, -87.6425]],
  'Fulton Market': [[41.887, -87.652]],
  'West Loop': [
    [41.882, -87.6415],
    [41.8825, -87.651],
    [41.8775, -87.6405],
  ],
  Greektown: [[41.878, -87.6475]],
  'Near West Side': [
    [41.88, -87.664],
    [41.8805, -87.6745],
    [41.8815, -87.684],
  ],
  'Illinois Medical District': [[41.87, -87.673]],
  'Tri-Taylor': [[41.869, -87.685]],
  'Little Italy': [[41.8695, -87.66]],
  'University Village': [
    [41.8665, -87.6465],
    [41.8725, -87.6495],
  ],
  Pilsen: [
    [41.8565, -87.648],
    [41.8565, -87.66],
  ],
  'Heart of Chicago': [[41.853, -87.675]],
  'River West': [[41.894, -87.648]],
  'Noble Square': [[41.8985, -87.661]],
  'West Town': [
    [41.8925, -87.668],
    [41.8925, -87.688],
  ],
  'Ukrainian Village': [[41.899, -87.682]],
  'Wicker Park': [[41.908, -87.677]],
  Bucktown: [[41.9205, -87.68]],
  'Humboldt Park': [
    [41.902, -87.704],
    [41.9025, -87.721],
  ],
  'East Garfield Park': [[41.881, -87.703]],
  'West Garfield Park': [[41.8805, -87.7285]],
  'North Lawndale': [
    [41.861, -87.706],
    [41.861, -87.724],
  ],
  'Little Village': [
    [41.844, -87.705],
    [41.844, -87.726],
  ],
  'Lincoln Park': [
    [41.9215, -87.648],
    [41.9265, -87.638],
    [41.9135, -87.652],
  ],
  DePaul: [[41.9255, -87.656]],
  Lakeview: [
    [41.9375, -87.647],
    [41.938, -87.664],
    [41.946, -87.646],
  ],
  Wrigleyville: [[41.9485, -87.6565]],
  'Roscoe Village': [[41.943, -87.68]],
  'North Center': [[41.9545, -87.68]],
  'Buena Park': [[41.958, -87.65]],
  Uptown: [[41.967, -87.655]],
  Ravenswood: [[41.966, -87.6735]],
  'Lincoln Square': [[41.969, -87.688]],
  'Ravenswood Manor': [[41.964, -87.701]],
  'Albany Park': [[41.968, -87.72]],
  'Irving Park': [
    [41.954, -87.709],
    [41.953, -87.735],
  ],
  Avondale: [[41.939, -87.711]],
  'Logan Square': [
    [41.9235, -87.699],
    [41.926, -87.717],
  ],
  Hermosa: [[41.924, -87.7345]],
  'Belmont Cragin': [
    [41.93, -87.752],
    [41.928, -87.771],
  ],
  'Portage Park': [
    [41.955, -87.7545],
    [41.953, -87.7725],
  ],
  'Jefferson Park': [[41.97, -87.761]],
  Dunning: [[41.949, -87.797]],
  Montclare: [[41.929, -87.8]],
  Galewood: [[41.917, -87.789]],
  Austin: [
    [41.908, -87.759],
    [41.895, -87.762],
    [41.88, -87.761],
  ],
  'Oak Park': [
    [41.898, -87.7895],
    [41.885, -87.7895],
    [41.872, -87.7895],
  ],
  Cicero: [
    [41.856, -87.757],
    [41.844, -87.757],
    [41.832, -87.755],
  ],
  Berwyn: [
    [41.854, -87.791],
    [41.837, -87.791],
  ],
  Stickney: [[41.82, -87.781]],
  'Forest View': [[41.808, -87.784]],
  'Garfield Ridge': [
    [41.798, -87.772],
    [41.798, -87.752],
  ],
  Clearing: [[41.78, -87.768]],
  'West Elsdon': [[41.793, -87.724]],
  'West Lawn': [[41.773, -87.723]],
  'Chicago Lawn': [[41.774, -87.696]],
  'Archer Heights': [[41.811, -87.726]],
  'Brighton Park': [[41.819, -87.699]],
  'McKinley Park': [[41.831, -87.674]],
  'Gage Park': [[41.795, -87.696]],
  'Back of the Yards': [
    [41.808, -87.659],
    [41.802, -87.671],
  ],
  Bridgeport: [
    [41.838, -87.643],
    [41.837, -87.659],
  ],
  'Armour Square': [[41.836, -87.634]],
  Canaryville: [[41.815, -87.643]],
  'Fuller Park': [[41.812, -87.633]],
  Douglas: [[41.836, -87.618]],
  Bronzeville: [
    [41.823, -87.621],
    [41.812, -87.619],
  ],
  Oakland: [[41.823, -87.604]],
  Kenwood: [[41.81, -87.597]],
  'Hyde Park': [[41.796, -87.594]],
  'Washington Park': [[41.792, -87.618]],
  Woodlawn: [[41.779, -87.599]],
  Englewood: [[41.779, -87.645]],
  'West Englewood': [[41.779, -87.667]],
  'Greater Grand Crossing': [[41.766, -87.616]],
}

const all = Object.entries(centres).flatMap(([name, points]) =>
  points.map(([latitude, longitude]) => ({ name, at: [longitude, latitude] as Position })),
)

export const neighbourhoodOf = (position: Position): string =>
  all.reduce((a, b) => (metresBetween(position, b.at) < metresBetween(position, a.at) ? b : a)).name

/** Where people go out in the evening. */
export const livelyAtNight: ReadonlySet<string> = new Set([
  'River North',
  'Magnificent Mile',
  'Old Town',
  'Fulton Market',
  'Wicker Park',
  'Wrigleyville',
])

/** Ballparks and arenas. */
const stadiums: Position[] = [
  [-87.6553, 41.9484],
  [-87.6742, 41.8807],
  [-87.6167, 41.8623],
  [-87.6339, 41.83],
]
const stadiumMetres = 700

export const isNearStadium = (position: Position): boolean =>
  stadiums.some(stadium => metresBetween(position, stadium) < stadiumMetres)
