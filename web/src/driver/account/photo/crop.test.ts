// The square of a picture: it follows finger and zoom, and stays inside.
import { expect, test } from 'vitest'
import { drag, middle, mostZoom, sideOf, zoomTo } from './crop.ts'

const size = { width: 400, height: 300 }

test('it starts as large as the picture allows, centered', () => {
  expect(middle(size)).toEqual({ x: 200, y: 150, zoom: 1 })
  expect(sideOf(size, middle(size))).toBe(300)
})

test('the picture follows the finger, up to its edges', () => {
  expect(drag(size, middle(size), 0.1, 0)).toEqual({ x: 170, y: 150, zoom: 1 })
  expect(drag(size, middle(size), 5, 5)).toEqual({ x: 150, y: 150, zoom: 1 })
  expect(drag(size, middle(size), -5, -5)).toEqual({ x: 250, y: 150, zoom: 1 })
})

test('zooming keeps the point under the fingers in place', () => {
  const at = { x: 0.25, y: 0.75 }
  const place = (crop: ReturnType<typeof middle>) => {
    const side = sideOf(size, crop)
    return [crop.x + (at.x - 0.5) * side, crop.y + (at.y - 0.5) * side]
  }
  const near = zoomTo(size, middle(size), 2, at)
  expect(near.zoom).toBe(2)
  expect(place(near)).toEqual(place(middle(size)))
})

test('never smaller than the picture nor beyond the sharp zoom', () => {
  expect(zoomTo(size, middle(size), 0.2).zoom).toBe(1)
  expect(zoomTo(size, middle(size), 99).zoom).toBe(mostZoom)
  // zooming out at the edge draws the square back inside
  const corner = drag(size, zoomTo(size, middle(size), 4), -9, -9)
  expect(corner).toEqual({ x: 362.5, y: 262.5, zoom: 4 })
  expect(zoomTo(size, corner, 1)).toEqual({ x: 250, y: 150, zoom: 1 })
})
