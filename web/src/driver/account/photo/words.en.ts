// What the photo says, English.

export const en = {
  photo: 'Profile photo',
  add: 'Add a photo',
  change: 'Change photo',
  choose: 'Choose or take a photo',
  other: 'Choose another',
  remove: 'Remove photo',
  removing: 'Removing',
  removed: 'Photo removed',
  undo: 'Undo',
  onlyYou: 'Only you see it.',
  place: 'Place your photo',
  frame: 'Photo in its frame. Arrow keys move it, plus and minus change its size.',
  hint: 'Drag the picture into place.',
  size: 'Size',
  save: 'Save photo',
  saving: 'Saving',
  saved: 'Photo saved',
  unreadable: 'This picture can’t be read here. Choose a JPEG, PNG or WebP.',
}
