// The driver who wrote something, as the desk lists him.

export type WriterRow = { driver_id: string; driver_name: string }
export type Writer = { DriverId: string; Name: string }

export const writerOf = ({ driver_id, driver_name }: WriterRow): Writer => ({ DriverId: driver_id, Name: driver_name })
