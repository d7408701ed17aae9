// Heights as garages post them here: feet and whole inches, never more than there is.

const inchMetres = 0.0254

export function feetAndInches(metres: number): [feet: number, inches: number] {
  // half a millimetre for numbers that are no exact fraction
  const inches = Math.floor((metres + 0.0005) / inchMetres)
  return [Math.floor(inches / 12), inches % 12]
}
