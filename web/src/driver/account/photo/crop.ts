// Which square of a picture is kept: moved and enlarged, and never beyond the picture's edges.

export type Size = { width: number; height: number }
/** The square's middle in pixels of the picture; at zoom 1 it is as large as the picture allows. */
export type Crop = { x: number; y: number; zoom: number }

export const mostZoom = 4

export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const within = (size: Size, crop: Crop): Crop => {
  const half = sideOf(size, crop) / 2
  return {
    x: between(crop.x, half, size.width - half),
    y: between(crop.y, half, size.height - half),
    zoom: crop.zoom,
  }
}

export const middle = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The picture follows a finger; `right` and `down` in sides of the frame. */
export const drag = (size: Size, crop: Crop, right: number, down: number): Crop => {
  const side = sideOf(size, crop)
  return within(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side })
}

/** What lies at `at` stays there; from 0 to 1 across the frame. */
export const zoomTo = (size: Size, crop: Crop, wanted: number, at = { x: 0.5, y: 0.5 }): Crop => {
  const zoom = between(wanted, 1, mostZoom)
  const grown = sideOf(size, crop) - sideOf(size, { ...crop, zoom })
  return within(size, { x: crop.x + (at.x - 0.5) * grown, y: crop.y + (at.y - 0.5) * grown, zoom })
}
