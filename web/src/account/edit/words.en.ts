// What the Edit Profile screen says, English.

export const en = {
  title: 'Edit Profile',
  edit: 'EDIT',
  userName: 'User name',
  email: 'E-mail',
  phone: 'Phone',
  stays: 'You sign in with these. They stay as they are.',
  firstName: 'First name',
  lastName: 'Last name',
  optional: 'optional',
  address: 'Address',
  address2: 'Address, second line',
  city: 'City',
  state: 'State',
  selectState: 'Select State',
  statesFailed: 'The list of states didn’t load.',
  zip: 'ZIP code',
  save: 'Save',
  saving: 'Saving',
  saved: 'User Updated',
  failed: 'Your profile didn’t load.',
}
