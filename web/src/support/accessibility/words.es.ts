// The accessibility page, Spanish.
import type { en } from './words.en.ts'

export const es: typeof en = {
  title: 'Accesibilidad',
  lead: 'Todos deben poder estacionar, pagar y recibir ayuda con ParkIt.',
  settings: 'Configuración de este dispositivo',
  assists: {
    plain: { label: 'Lenguaje sencillo', text: 'Horas y minutos con palabras completas, y menos opciones a la vez.' },
    motor: {
      label: 'Botones grandes',
      text: 'Botones más grandes en una columna, nada que arrastrar y tu lugar de siempre con un toque en Inicio.',
    },
    large: { label: 'Recibos en letra grande', text: 'Para los recibos que descargas o imprimes.' },
    less: { label: 'Usar menos datos', text: 'Los mapas y las fotos se cargan cuando los pides.' },
  },
  parts: [
    {
      title: 'Nuestra norma',
      lines: [
        'ParkIt está hecho para cumplir las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2, niveles A y AA. Incluyen WCAG 2.1 AA, que las ciudades de EE. UU. deben cumplir según el Título II de la ADA.',
        'Los recibos en PDF siguen las reglas para documentos de la norma EN 301 549.',
      ],
    },
    {
      title: 'Cómo lo revisamos',
      lines: [
        'Revisamos automáticamente cada pantalla en cada versión nueva, y hacemos sesiones completas de estacionamiento solo con el teclado, con letra grande y en pantallas pequeñas.',
        'Esas pruebas no reemplazan a las personas. Todavía no ha probado ParkIt una organización externa ni conductores que usan a diario lectores de pantalla, pulsadores o control por voz.',
      ],
    },
    {
      title: 'Dinos qué no funciona',
      lines: [
        'Llámanos o escríbenos. Dinos qué querías hacer, en qué celular o computadora, y qué usas con ese equipo, por ejemplo un lector de pantalla.',
      ],
    },
  ],
  knownTitle: 'Lo que debes saber',
  limits: [
    'Los nombres de las calles en el mapa no se pueden leer en voz alta. Cada lugar del mapa está también en la lista.',
    'El número de tu tarjeta y la confirmación de tu banco se escriben en páginas de la empresa de pagos y de tu banco, que no hacemos nosotros.',
  ],
  known: {
    '1.1.1': 'Las fotos del chat solo tienen el nombre del archivo.',
  },
  item: (text, criterion) => `${text} (WCAG ${criterion})`,
  reviewed: date => `Última revisión: ${date}.`,
}
