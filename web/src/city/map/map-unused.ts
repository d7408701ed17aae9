// Stands for two libraries that the one that draws the map brings along: styles and an archive of its own, of which nothing here is used.
export const namedFlavor = undefined
export const PMTiles = undefined
