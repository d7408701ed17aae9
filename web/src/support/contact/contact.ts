// What other features use of the city's contact.
export { CityContact } from './CityContact.tsx'
