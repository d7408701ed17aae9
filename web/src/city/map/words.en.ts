// What the map says, English.
export const en = {
  showMap: 'Show map',
  moveMap: 'Move map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  left: 'Left',
  right: 'Right',
  up: 'Up',
  down: 'Down',
}
