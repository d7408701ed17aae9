// What the calls of vehicles answer, in English.
export const en = {
  deleted: 'Vehicle deleted',
  isDefault: 'Default vehicle set',
}
export type Words = typeof en
