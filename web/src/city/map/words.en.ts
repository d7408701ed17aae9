// What the map says where a driver saves data, English.
export const en = { showMap: 'Show map' }
