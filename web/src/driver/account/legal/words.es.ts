// The terms and the privacy notice, Spanish.
import { code, plan, quoteSeconds, token, wallet } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'
import type { en } from './words.en.ts'

const dollars = (cents: number) => moneyText(cents / 100)

export const es: typeof en = {
  terms: {
    title: 'Términos',
    lead: 'ParkIt te ayuda a encontrar estacionamiento, pagar tu tiempo y guardar el recibo.',
    parts: [
      {
        title: 'Tu cuenta',
        lines: [
          'Tu cuenta es para una sola persona. Usa tu propio nombre, correo y celular, y no compartas tu contraseña ni tus códigos. Quien los tenga puede estacionar a tu costo.',
          'Puedes explorar como invitado. Para pagar necesitas una cuenta.',
        ],
      },
      {
        title: 'Lo que pagas',
        lines: [
          `Ves el precio completo antes de iniciar, y vale por ${quoteSeconds / 60} minutos. Cada sesión tiene un cargo por servicio, que fija la ciudad. No hay cargo al agregar tiempo ni al estacionar con Deluxe.`,
          `Deluxe cuesta ${dollars(plan.deluxeCents)} al mes y se renueva hasta que lo canceles. Si lo cancelas, lo conservas durante el mes que pagaste. Si no podemos cobrar a tu tarjeta, tienes ${plan.graceDays} días más para elegir otra.`,
          'Termina poco después de iniciar y te reembolsamos todo, con el cargo, tantas veces como tu ciudad lo permita. Después reembolsamos el tiempo no usado donde el lugar lo permite. Lo verás antes de terminar.',
        ],
        byCity: {
          fee: (city, fee) => `${city}: el cargo por servicio es de ${fee}.`,
          freeCancel: (city, seconds, plate, account) =>
            `${city}: termina dentro de ${seconds} segundos y te reembolsamos todo, hasta ${plate} al día por placa y zona y ${account} al día por cuenta.`,
        },
      },
      {
        title: 'Tu billetera',
        lines: [
          `Puedes agregar de ${dollars(wallet.leastAddCents)} a ${dollars(wallet.mostAddCents)} cada vez y tener hasta ${dollars(wallet.mostCents)}. Tu billetera paga el estacionamiento. No es una cuenta de banco ni genera intereses.`,
        ],
      },
      {
        title: 'En la calle',
        lines: [
          'El letrero siempre manda. Revisa la zona y la placa antes de iniciar. Pagar por otra zona o placa no cubre tu carro.',
          'Los lugares nos dicen cuántos espacios tienen. Un espacio puede ocuparse antes de que llegues.',
          'Cuida tu tiempo. Mover tu carro o agregar tiempo depende de ti.',
        ],
      },
      {
        title: 'Prueba',
        lines: [
          'Cuando ves “Prueba”, esto es una demostración. Las tarjetas son de prueba, no se mueve dinero real, no se envían mensajes y una sesión no te permite estacionar.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Aviso de privacidad',
    lead: 'Qué guardamos, por qué y dónde.',
    parts: [
      {
        title: 'En nuestro servidor',
        lines: [
          'Tu nombre, correo, número de celular e idioma. Tu contraseña solo como un hash que no se puede revertir.',
          'Tus vehículos: marca, modelo, color, año, placa y estado. Si quitas un vehículo, sale de tu lista, pero su registro se conserva porque los recibos lo mencionan.',
          'Tus sesiones, recibos y actividad de la billetera, como prueba de lo que pagaste.',
          `Sesiones abiertas: hasta ${token.mostPerDriver} a la vez, cada una hasta por ${token.days} días, como hashes. Con cada una, su navegador y sistema, como “Chrome en Windows”, y cuándo se usó por última vez. Al cerrar sesión termina la que usas. De una llave de acceso guardamos su clave pública, su nombre y cuándo se usó. Tu cara o tu huella nunca salen de tu dispositivo. Un código funciona una sola vez y vence en ${code.minutes} minutos.`,
        ],
      },
      {
        title: 'Tarjetas',
        lines: [
          'El número de tu tarjeta va al proveedor de tarjetas y nunca llega a ParkIt. Guardamos lo que cobramos y si el pago se realizó.',
        ],
      },
      {
        title: 'Tu ubicación',
        lines: [
          'Pedimos tu ubicación solo cuando buscas estacionamiento cerca de ti. Se usa para esa búsqueda y no se guarda en tu cuenta.',
        ],
      },
      {
        title: 'En este dispositivo',
        lines: [
          'Tu sesión y tu registro de usuario, tu idioma y tu tema. Tus sesiones activas y tus últimos recibos, que se abren sin conexión. Partes del mapa y un vehículo que empezaste a agregar. Al cerrar sesión se borran tu sesión, tus sesiones de estacionamiento, tus recibos y ese vehículo. Hasta que cierres la pestaña, también guardamos lo que escribiste para crear una cuenta, sin la contraseña.',
          'No usamos publicidad ni rastreadores. Una cookie elige la primera pantalla que ves. Guarda si tienes la sesión abierta y si estás estacionado, tu idioma y tu tema, y nada que te identifique. Otra pertenece a tu sesión, que no funciona sin su secreto aleatorio. Una tercera, hasta por 400 días, indica que tu cuenta ya inició sesión en este dispositivo, para que nadie más pueda bloquearte.',
        ],
      },
      {
        title: 'Quién más lo ve',
        lines: [
          'Los servicios de correo y de mensajes reciben tu dirección o número para entregar un mensaje. El proveedor de tarjetas recibe lo que un pago necesita. No vendemos tus datos.',
        ],
      },
      {
        title: 'Invitados',
        lines: ['Un invitado no tiene cuenta. No guardamos nada sobre los invitados en el servidor.'],
      },
      {
        title: 'Prueba',
        lines: [
          'Cuando ves “Prueba”, no enviamos mensajes. Los guardamos en el servidor por un día y los códigos aparecen en la pantalla. No uses una contraseña que uses en otro lugar.',
        ],
      },
      {
        title: 'Tus opciones',
        lines: [
          'Descarga tus datos o elimina tu cuenta cuando quieras en Cuenta. Primero reembolsamos a tu tarjeta el dinero que queda en tu billetera. Los registros de pago se conservan como prueba, sin tu nombre.',
        ],
      },
    ],
  },
}
