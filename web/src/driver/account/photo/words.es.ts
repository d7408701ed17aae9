// What the photo says, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  photo: 'Foto de perfil',
  add: 'Agregar foto',
  change: 'Cambiar foto',
  choose: 'Elegir o tomar una foto',
  other: 'Elegir otra',
  remove: 'Quitar foto',
  removing: 'Quitando…',
  removed: 'Foto quitada',
  undo: 'Deshacer',
  onlyYou: 'Solo tú puedes verla.',
  place: 'Acomodar tu foto',
  frame: 'Foto en su marco. Usa las flechas para moverla, más y menos para cambiar el tamaño.',
  hint: 'Arrastra tu foto o usa las flechas para moverla.',
  left: 'Mover a la izquierda',
  right: 'Mover a la derecha',
  up: 'Mover hacia arriba',
  down: 'Mover hacia abajo',
  size: 'Tamaño',
  save: 'Guardar foto',
  saving: 'Guardando…',
  saved: 'Foto guardada',
  unreadable: 'No podemos abrir esta foto. Elige un archivo JPEG, PNG o WebP.',
}
