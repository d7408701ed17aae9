// The SQL over NHTSA’s vPIC database, from which the makes and models are taken.
import { DatabaseSync } from 'node:sqlite'

export type VpicModel = { makeId: number; make: string; model: string; motorcycle: number }

/** Models that have a pattern of vehicle identification numbers as a car, truck or motorcycle: sold in the United States. */
export const listVpicModels = (file: string): VpicModel[] => {
  const vpic = new DatabaseSync(file, { readOnly: true })
  const rows = vpic
    .prepare(
      `select make.Id as makeId, make.Name as make, model.Name as model, min(wmi.VehicleTypeId = 1) as motorcycle
         from Pattern pattern
         join Wmi_VinSchema schema on schema.VinSchemaId = pattern.VinSchemaId
         join Wmi wmi on wmi.Id = schema.WmiId and wmi.VehicleTypeId in (1, 2, 3, 7)
         join Model model on model.Id = cast(pattern.AttributeId as integer)
         join Make_Model of_make on of_make.ModelId = model.Id
         join Make make on make.Id = of_make.MakeId
        where pattern.ElementId = 28
        group by make.Id, make.Name, model.Name`,
    )
    .all() as VpicModel[]
  vpic.close()
  return rows
}
