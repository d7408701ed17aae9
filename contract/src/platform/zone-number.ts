// The form of a zone's number: apart from the limits, of which Home needs no other.

export const zoneDigits = /^\d{4,6}$/
