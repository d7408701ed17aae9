// The entry of writers: the driver who wrote something to support, locked, and as the desk lists him.

export type WriterRow = { driver_id: string; driver_name: string }
export type Writer = { DriverId: string; Name: string }

export const writerOf = ({ driver_id, driver_name }: WriterRow): Writer => ({ DriverId: driver_id, Name: driver_name })
export { lockWriter } from './store.ts'
