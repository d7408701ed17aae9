// A place's address as a receipt has it: the city with its ZIP stands on its own line.
export const addressLines = (address: string): string[] => address.split(/, (?=[^,]+, [A-Z]{2}(?: \d{5})?$)/)
