// What the photo says, English.

export const en = {
  photo: 'Profile photo',
  add: 'Add a photo',
  change: 'Change photo',
  choose: 'Choose or take a photo',
  other: 'Choose another',
  remove: 'Remove photo',
  removing: 'Removing…',
  removed: 'Photo removed',
  undo: 'Undo',
  onlyYou: 'Only you can see it.',
  place: 'Position your photo',
  frame: 'Photo in its frame. Use arrow keys to move it, plus and minus to resize it.',
  hint: 'Drag to move your photo.',
  size: 'Size',
  save: 'Save photo',
  saving: 'Saving…',
  saved: 'Photo saved',
  unreadable: 'We can’t open this photo. Choose a JPEG, PNG, or WebP.',
}
